import Foundation

/// An OpenSSH server with its own keys and configuration, which leads from one home to another.
/// Each connection starts it with two pipes, as inetd(8) would, so it needs no port and ends with
/// the connection.
public struct SecureShellServer {
  /// Whether all required programs are installed.
  public static var isInstalled: Bool {
    FileManager.default.isExecutableFile(atPath: program) && Program.exists("ssh")
      && Program.exists("ssh-keygen")
  }

  /// The server's host name for `command`.
  public static let host = "desk.test"

  /// The value of `STACK_SSH` that reaches the server.
  public let command: String

  private static let program = "/usr/sbin/sshd"
  private let home: Home
  private var directory: URL { home.url(".ssh") }

  /// Sets up a server.
  ///
  /// - Parameters:
  ///   - home: The home of the user on the server.
  ///   - keyOptions: The options of the key in `authorized_keys`.
  public init(to home: Home, keyOptions: String = "restrict") throws {
    self.home = home
    command = "ssh -F \(home.url(".ssh/client").path)"
    if geteuid() == 0 {
      // As root, sshd needs this directory for its unprivileged process; the system usually creates
      // it at boot.
      try? FileManager.default.createDirectory(
        atPath: "/run/sshd", withIntermediateDirectories: true)
    }
    try home.shell(
      "mkdir ~/.ssh; for name in host user; do ssh-keygen -q -t ed25519 -N '' -f ~/.ssh/$name-key; done"
    )
    try write("authorized_keys", "\(keyOptions) \(try read("user-key.pub"))")
    try knowHost(by: "host-key")
    try write(
      "server",
      """
      HostKey \(directory.path)/host-key
      AuthorizedKeysFile \(directory.path)/authorized_keys
      AuthenticationMethods publickey
      PidFile none
      StrictModes no
      UsePAM no
      SetEnv "HOME=\(home.directory.path)" "PATH=\(home.environment["PATH"] ?? "/usr/bin:/bin")"

      """)
    try start()
  }

  /// Makes the server answer.
  public func start() throws { try configureClient() }

  /// Makes the server stop answering.
  public func stop() throws { try configureClient(proxy: "none") }

  /// Makes the client use a key that the server doesn't know.
  public func useStrangersKey() throws { try configureClient(key: "host-key") }

  /// Makes the client reject the server's key.
  public func forgetHost() throws { try knowHost(by: "user-key") }

  /// Makes the client accept the server's key again.
  public func rememberHost() throws { try knowHost(by: "host-key") }

  private func knowHost(by key: String) throws {
    try write("known_hosts", "\(Self.host) \(try read("\(key).pub"))")
  }

  private func configureClient(key: String = "user-key", proxy: String? = nil) throws {
    let server = "\(Self.program) -i -e -f \(directory.path)/server 2>/dev/null"
    try write(
      "client",
      """
      Host \(Self.host)
        HostName 127.0.0.1
        Port 1
        ProxyCommand \(proxy ?? server)
        HostKeyAlias \(Self.host)
        User \(NSUserName())
        IdentityFile \(directory.path)/\(key)
        IdentitiesOnly yes
        IdentityAgent none
        PreferredAuthentications publickey
        UserKnownHostsFile \(directory.path)/known_hosts
        GlobalKnownHostsFile /dev/null
        StrictHostKeyChecking yes
        BatchMode yes
        ConnectTimeout 20
        KexAlgorithms curve25519-sha256
      Host *
        ProxyCommand false

      """)
  }

  private func write(_ name: String, _ text: String) throws {
    try home.write(text, to: ".ssh/\(name)")
  }

  private func read(_ name: String) throws -> String {
    try home.text(of: ".ssh/\(name)")
  }
}
