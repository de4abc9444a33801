// A real OpenSSH server for a test: on the loopback address, with keys and a configuration of its own.

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An OpenSSH server that leads from one home to another. It ends when nobody refers to it any more.
public final class SecureShellServer {
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
  private let port: UInt16
  private var server: Running?

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - home: The home that people find themselves in who come through the server.
  ///   - path: Where programs are looked up there, if not where the home has them.
  ///   - keyOptions: What stands before the key in `authorized_keys`.
  public init(to home: Home, path: String? = nil, keyOptions: String = "restrict") throws {
    folder = home.url(".ssh")
    let folder = self.folder
    port = try Self.freePort()
    command = "ssh -F \(folder.path)/client"
    for name in ["host", "user", "stranger"] {
      _ = try home.run(
        "/usr/bin/env", ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", try file("\(name)-key").path])
    }
    try write("authorized_keys", "\(keyOptions) \(try read("user-key.pub"))")
    try write("known_hosts", "[127.0.0.1]:\(port) \(try read("host-key.pub"))")
    try write(
      "server",
      """
      ListenAddress 127.0.0.1
      Port \(port)
      HostKey \(folder.path)/host-key
      AuthorizedKeysFile \(folder.path)/authorized_keys
      AuthenticationMethods publickey
      PidFile none
      StrictModes no
      UsePAM no
      SetEnv "HOME=\(home.folder.path)" "PATH=\(path ?? home.environment["PATH"] ?? "/usr/bin:/bin")"

      """)
    try writeClient(key: "user-key", port: port)
    try start()
  }

  deinit {
    stop()
  }

  /// Starts the server, and waits until it answers.
  public func start() throws {
    if geteuid() == 0 {
      // As root it locks a part of itself up in this folder, which the system otherwise makes when it boots.
      try? FileManager.default.createDirectory(atPath: "/run/sshd", withIntermediateDirectories: true)
    }
    // The server closes all files that it inherits. Foundation takes that for its end and then waits for it,
    // deaf to all other programs; so a shell stands between. It also ends the server when the tests die.
    let script = """
      \(Self.program) -D -e -f "$0" &
      trap exit TERM
      trap "kill $!; wait $!" EXIT
      while kill -0 $PPID; do sleep 0.1; done
      """
    let server = try Running(
      "/bin/sh", ["-c", script, try file("server").path], environment: [:], folder: folder, input: nil)
    self.server = server
    for _ in 0..<400 {
      if Self.answers(on: port) { return }
      usleep(25_000)
    }
    throw CocoaError(.executableNotLoadable)
  }

  /// Ends the server. From now on nobody answers.
  public func stop() {
    guard let server else { return }
    kill(server.processIdentifier, SIGTERM)
    _ = try? server.wait()
    self.server = nil
  }

  /// From now on comes with a key that the server doesn't know.
  public func useStrangersKey() throws {
    try writeClient(key: "stranger-key", port: port)
  }

  /// From now on takes the server for an impostor.
  public func forgetHost() throws {
    try write("known_hosts", "[127.0.0.1]:\(port) \(try read("stranger-key.pub"))")
  }

  // MARK: Files

  private func writeClient(key: String, port: UInt16) throws {
    try write(
      "client",
      """
      Host \(Self.host)
        HostName 127.0.0.1
        Port \(port)
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
        ProxyCommand none
      Host *
        ProxyCommand false

      """)
  }

  private func file(_ name: String) throws -> URL {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.appendingPathComponent(name)
  }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: try file(name))
  }

  private func read(_ name: String) throws -> String {
    try String(contentsOf: try file(name), encoding: .utf8)
  }

  // MARK: Ports

  private static func freePort() throws -> UInt16 {
    let socket = try loopbackSocket()
    defer { close(socket) }
    var address = loopback(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(socket, address, length) == 0 && getsockname(socket, address, &length) == 0
      }
    }
    guard result else { throw POSIXError(.EADDRNOTAVAIL) }
    return UInt16(bigEndian: address.sin_port)
  }

  private static func answers(on port: UInt16) -> Bool {
    guard let socket = try? loopbackSocket() else { return false }
    defer { close(socket) }
    var address = loopback(port: port)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        connect(socket, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  private static func loopbackSocket() throws -> Int32 {
    #if canImport(Glibc)
      let opened = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let opened = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard opened >= 0 else { throw POSIXError(.EMFILE) }
    _ = fcntl(opened, F_SETFD, FD_CLOEXEC)
    return opened
  }

  private static func loopback(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
