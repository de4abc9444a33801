// Adds a task to the user's queue and prints the one at the front.

import Stack

@main struct Remind {
  static func main() throws {
    let queue = try TaskQueue()
    let outcome = try queue.push(TaskTitle("Look at build 417"))
    if let current = outcome.front.task { print(current.title) }
  }
}
