// A real OpenSSH server for a test, with keys and a configuration of its own.

import Foundation

/// An OpenSSH server that leads from one home to another. It is started for each connection, as inetd(8) would, at the
/// other end of two pipes: so it takes no port, and ends with the connection.
public struct SecureShellServer {
  /// Whether there is all that a server needs.
  public static var isInstalled: Bool {
    FileManager.default.isExecutableFile(atPath: program)
      && Program.exists("ssh") && Program.exists("ssh-keygen")
  }

  /// The name under which the server is reached with `command`.
  public static let host = "desk.test"

  /// What reaches the server, as a value for `STACK_SSH`.
  public let command: String

  private static let program = "/usr/sbin/sshd"
  private let folder: URL

  /// Sets up a server.
  ///
  /// - Parameters:
  ///   - home: The home that people find themselves in who come through the server.
  ///   - path: Where programs are looked up there, if not where the home has them.
  ///   - keyOptions: What stands before the key in `authorized_keys`.
  public init(to home: Home, path: String? = nil, keyOptions: String = "restrict") throws {
    folder = home.url(".ssh")
    command = "ssh -F \(folder.path)/client"
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if geteuid() == 0 {
      // As root it locks a part of itself up in this folder, which the system otherwise makes when it boots.
      try? FileManager.default.createDirectory(atPath: "/run/sshd", withIntermediateDirectories: true)
    }
    try home.shell("for name in host user; do ssh-keygen -q -t ed25519 -N '' -f ~/.ssh/$name-key; done")
    try write("authorized_keys", "\(keyOptions) \(try read("user-key.pub"))")
    try knowHost(by: "host-key")
    try write(
      "server",
      """
      HostKey \(folder.path)/host-key
      AuthorizedKeysFile \(folder.path)/authorized_keys
      AuthenticationMethods publickey
      PidFile none
      StrictModes no
      UsePAM no
      SetEnv "HOME=\(home.folder.path)" "PATH=\(path ?? home.environment["PATH"] ?? "/usr/bin:/bin")"

      """)
    try start()
  }

  /// From now on the server answers.
  public func start() throws { try configureClient() }

  /// From now on nobody answers.
  public func stop() throws { try configureClient(proxy: "none") }

  /// From now on comes with a key that the server doesn't know.
  public func useStrangersKey() throws { try configureClient(key: "host-key") }

  /// From now on takes the server for an impostor.
  public func forgetHost() throws { try knowHost(by: "user-key") }

  private func knowHost(by key: String) throws {
    try write("known_hosts", "\(Self.host) \(try read("\(key).pub"))")
  }

  private func configureClient(key: String = "user-key", proxy: String? = nil) throws {
    let server = "\(Self.program) -i -e -f \(folder.path)/server 2>/dev/null"
    try write(
      "client",
      """
      Host \(Self.host)
        # Nobody listens at this port.
        HostName 127.0.0.1
        Port 1
        ProxyCommand \(proxy ?? server)
        HostKeyAlias \(Self.host)
        User \(NSUserName())
        IdentityFile \(folder.path)/\(key)
        IdentitiesOnly yes
        IdentityAgent none
        PreferredAuthentications publickey
        UserKnownHostsFile \(folder.path)/known_hosts
        GlobalKnownHostsFile /dev/null
        StrictHostKeyChecking yes
        BatchMode yes
        ConnectTimeout 20
      Host *
        ProxyCommand false

      """)
  }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }

  private func read(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }
}
