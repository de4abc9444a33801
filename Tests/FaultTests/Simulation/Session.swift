// The log of a simulation: a script that does the same again.

/// The commands of a run, which a person can repeat in an empty directory.
struct Session {
  private var lines: [String] = []
  /// The finding after which nothing more is of interest.
  private let lastKind: Finding.Kind?
  private var isOver = false

  init(endingAt lastKind: Finding.Kind?) { self.lastKind = lastKind }

  /// Functions that the script uses.
  private static let header = """
    # Run it with bash in an empty directory; STACK is the program's absolute path.
    on() (
      cd $1; now=$2; shift 2
      env -i PATH="$PATH" HOME=$PWD STACK_NOW=$now USER=${PWD##*/} "$STACK" "$@"
    )
    commit() { for s in stack work; do cp $1/.config/stack/$s.json $2-$s.json; done; }
    merge() { for s in stack work; do
      cp $2-$s.json $4-$s.json
      cmp -s $2-$s.json $3-$s.json || "$STACK" merge $1-$s.json $4-$s.json $3-$s.json
    done; }
    checkout() { for s in stack work; do cp $2-$s.json $1/.config/stack/$s.json; done; }
    for m in a b c; do mkdir -p $m/.config/stack; for s in stack work; do
      printf '{\\n  "version": 1,\\n  "tasks": [\\n  ],\\n  "completed": [\\n  ]\\n}\\n' >$m/.config/stack/$s.json
    done; done
    commit a c0; git init -q --bare -b main origin
    """

  mutating func add(_ line: String) {
    if !isOver { lines.append(line) }
  }

  var lineCount: Int { lines.count }

  /// Forgets the last lines, because they changed nothing.
  mutating func shorten(to count: Int) {
    if !isOver { lines.removeSubrange(count...) }
  }

  mutating func add(_ finding: Finding) {
    add("# \(finding.kind.rawValue): \(finding.subject): \(finding.details)")
    if finding.kind == lastKind { isOver = true }
  }

  /// Adds the command of a person.
  mutating func add(_ arguments: [String], on machine: Machine, now: String, input: String?) {
    let words = arguments.map { $0.contains(" ") ? "'\($0)'" : $0 }.joined(separator: " ")
    add(
      "on \(machine.name) \(now) \(words)" + (input.map { " <<<'\($0)'" } ?? ""))
  }

  /// Adds a file that a person wrote.
  mutating func addFile(_ path: String, _ text: String) {
    add("cat >\(path) <<'END'\n\(text)END")
  }

  var script: String { ([Self.header] + lines).joined(separator: "\n") }
}
