// `stack sync` over what git offers: paths, ssh and servers, at a terminal and without one.

import Foundation
import TestSupport
import Testing

@Suite(.waitsForPrograms, .enabled(if: Program.exists("git"), "needs git"))
struct SyncTransportTests {
  /// A machine with a task, and an empty repository.
  private func machine(_ environment: [String: String] = [:]) throws -> Home {
    let home = Home(environment)
    try home.shell("git init -q --bare -b stack origin; stack push One")
    return home
  }

  private static let exchange = """
    $ stack sync "$URL" && stack push Two && stack sync
    One
    One
    One
    $ mkdir other; HOME=$PWD/other stack sync "$URL"; HOME=$PWD/other stack count
    One
    2
    """

  // MARK: Transports

  @Test func aFileURL() throws {
    try session("$ URL=file://$PWD/origin\n\(Self.exchange)", in: machine())
  }

  @Test func aPathWithSpacesAndAColon() throws {
    try session(
      "$ mv origin 'my: origin'; URL=\"./my: origin\"\n\(Self.exchange)", in: machine())
  }

  @Test func gitDaemon() throws {
    let home = try machine(["GIT_PROXY_COMMAND": "daemon"])
    let path = home.directory.path
    try home.script(
      "daemon", "exec git daemon --inetd --export-all --enable=receive-pack --base-path=\(path)")
    try session("$ URL=git://desk.test/origin\n\(Self.exchange)", in: home)
  }

  @Test(.enabled(if: SecureShellServer.isInstalled, "needs ssh and sshd")) func ssh() throws {
    let there = Home()
    let server = try SecureShellServer(to: there)
    try there.shell("git init -q --bare -b stack origin")
    let home = try machine(["GIT_SSH_COMMAND": server.command])
    try session("$ URL='\(SecureShellServer.host):~/origin'\n\(Self.exchange)", in: home)
    try home.shell("stack push Three")
    try server.forgetHost()
    let refused = try home.stack("sync")
    #expect(refused.status == 69 && refused.errors.contains("Host key verification failed."))
    try server.rememberHost()
    #expect(try home.stack("sync").status == 0)
    #expect(try there.shell("git -C origin show stack:stack.json").output.contains("Three"))
  }

  // MARK: Questions

  @Test func withoutATerminalSSHAsksNothing() throws {
    let home = try machine()
    try home.script("ssh", #"printf '%s ' "$@" >~/asked; exit 255"#)
    try session(
      """
      $ stack sync desk:origin 2>&1 | grep stack:; cat asked; echo
      stack: desk:origin refused, or could not be reached; nothing was exchanged
      -o ServerAliveInterval=15 -o BatchMode=yes -o ConnectTimeout=20 -o SendEnv=GIT_PROTOCOL desk git-upload-pack 'origin' \("")
      $ GIT_SSH_COMMAND='ssh -v' stack sync desk:origin 2>&-; cat asked; echo
      -v -o SendEnv=GIT_PROTOCOL desk git-upload-pack 'origin' \("")
      $ GIT_SSH=ssh stack sync desk:origin 2>&-; cat asked; echo
      -o SendEnv=GIT_PROTOCOL desk git-upload-pack 'origin' \("")
      $ git config --global core.sshCommand 'ssh -q'; stack sync desk:origin 2>&-; cat asked; echo
      -q -o SendEnv=GIT_PROTOCOL desk git-upload-pack 'origin' \("")
      """, in: home)
    try home.write("", to: ".gitconfig")
    _ = try home.screen("sync", "desk:origin", status: 69)
    #expect(
      try home.text(of: "asked")
        == "-o ServerAliveInterval=15 -o SendEnv=GIT_PROTOCOL desk git-upload-pack 'origin' ")
  }

  /// A server that wants a password.
  @Test(.needs("python3")) func withoutATerminalNobodyIsAskedForAPassword() throws {
    let home = try machine(["SSH_ASKPASS": "false"])
    try home.write(
      """
      import http.server
      class Handler(http.server.BaseHTTPRequestHandler):
          def do_GET(self):
              self.send_response(401)
              self.send_header('WWW-Authenticate', 'Basic realm="stack"')
              self.end_headers()
      server = http.server.HTTPServer(('127.0.0.1', 0), Handler)
      print(server.server_port, flush=True)
      server.serve_forever()
      """, to: "server.py")
    let result = try home.shell(
      """
      \(Program.python) server.py >port 2>/dev/null & trap "kill $!" EXIT
      until [ -s port ]; do sleep 0.05; done
      stack sync http://127.0.0.1:$(cat port)/stack.git
      """)
    // Git 2.47 knows that nobody may be asked, and says it in other words.
    let answers = ["terminal prompts disabled", "unable to get password from user"]
    #expect(answers.contains { result.errors.contains($0) })
    #expect(result.status == 69)
  }

  // MARK: Servers that don't answer

  @Test func controlCEndsASyncAndTheNextOneGoesOn() throws {
    let home = try machine(["GIT_SSH_COMMAND": "hang", "GIT_SSH_VARIANT": "ssh"])
    try home.script("hang", "echo waiting >&2; sleep 600")
    let terminal = try Terminal(home, home.program.path, ["sync", "desk:origin"])
    // Git's own words are shown after a second.
    #expect(terminal.wait(for: "waiting"))
    terminal.type("\u{03}")
    #expect(terminal.end() == 1)
    #expect(terminal.text.contains("stack: interrupted; nothing was exchanged"))
    try session("$ stack sync origin\nOne", in: home)
  }

  @Test func aSecondSyncWaitsForTheFirst() throws {
    let home = try machine()
    try home.shell("stack sync origin; mkdir other; HOME=$PWD/other stack sync origin")
    try session(
      """
      $ for n in 1 2 3 4 5; do stack push $n; stack sync & HOME=$PWD/other stack sync & done >log 2>&1; wait
      $ stack sync; HOME=$PWD/other stack sync; cmp {.,other}/.config/stack/stack.json
      One
      One
      $ stack count
      6
      """, in: home)
  }
}
