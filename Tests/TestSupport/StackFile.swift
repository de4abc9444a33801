// Stack files with many tasks, laid out as `stack` writes them.

/// Texts of stack files.
public enum StackFile {
  /// A file with so many tasks, `Task 1` at the front.
  public static func text(tasks count: Int) -> String {
    let tasks = (0..<count).map { "    {\"title\": \"Task \($0 + 1)\", \"added\": \"2001-01-01T10:00:00Z\"}" }
    return """
      {
        "version": 1,
        "tasks": [
      \(tasks.joined(separator: ",\n"))
        ],
        "completed": [
        ]
      }

      """
  }
}
