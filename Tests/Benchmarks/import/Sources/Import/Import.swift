// Adds tasks with notes and attachments to the user's queue in one change: as many as the argument
// says.

import Stack

@main struct Import {
  static func main() throws {
    let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1
    let tasks = try (0..<count).map { number in
      QueuedTask(
        title: try TaskTitle("Task number \(number)"),
        attachments: ["https://example.org/tasks/\(number)", "/home/ann/tasks/\(number).pdf"],
        notes: [try TaskTitle("Where it stands"), try TaskTitle("What comes after \(number)")])
    }
    try TaskQueue().push(contentsOf: tasks)
  }
}
