// Shows the user's current task live, as a menu-bar app would: a stream on the main actor gets each
// new front.

import Foundation
import Stack

/// Each front of a queue, until no one iterates over the stream any more.
func fronts(of queue: TaskQueue) -> AsyncStream<Result<QueueFront, QueueError>> {
  AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
    let pipe = Pipe()
    continuation.onTermination = { _ in try? pipe.fileHandleForWriting.close() }
    Thread.detachNewThread {
      queue.watch(untilClosed: pipe.fileHandleForReading.fileDescriptor) { continuation.yield($0) }
      continuation.finish()
    }
  }
}

/// Represents the item in the menu bar.
@MainActor struct MenuBarItem {
  func show(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }
}

@main struct ShowLive {
  @MainActor static func main() async throws {
    let item = MenuBarItem()
    for await front in fronts(of: try TaskQueue()) {
      switch front {
      case .success(let front):
        guard let task = front.task else {
          item.show("Nothing to do")
          break
        }
        item.show("\(task.title) (\(front.depth))")
      case .failure(let error): item.show("\(error)")
      }
    }
  }
}
