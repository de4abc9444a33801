/// Texts of stack files, laid out as `stack` writes them.
public enum StackFile {
  /// A file with this many tasks, `Task 1` at the front.
  public static func text(tasks count: Int) -> String {
    text((0..<count).map { #"{"title": "Task \#($0 + 1)", "added": "2001-01-01T10:00:00Z"}"# })
  }

  /// A file with these objects under `tasks` and `completed`, and further keys, each after a comma.
  public static func text(_ tasks: [String], _ completed: [String] = [], own: String = "") -> String
  {
    func list(_ elements: [String]) -> String {
      elements.map { "\n    " + $0 }.joined(separator: ",") + "\n  "
    }
    return """
      {
        "version": 1,
        "tasks": [\(list(tasks))],
        "completed": [\(list(completed))]\(own)
      }

      """
  }
}
