// What the article on watching shows, as another program would write it.

import Foundation
import Stack
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct WatchingTests {
  private func fronts(of queue: TaskQueue) -> AsyncStream<Result<Front, QueueError>> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let pipe = Pipe()
      continuation.onTermination = { _ in try? pipe.fileHandleForWriting.close() }
      Thread.detachNewThread {
        queue.watch(untilClosed: pipe.fileHandleForReading.fileDescriptor) { continuation.yield($0) }
        continuation.finish()
      }
    }
  }

  @Test func anAsyncStreamDeliversEachNewFront() async throws {
    let home = Home()
    let queues = FilePath(home.url("queues").path)
    let queue = try TaskQueue(in: Folders(configuration: queues, state: FilePath(home.url("past").path)))
    var seen: [String] = []
    for await front in fronts(of: queue) {
      guard case .success(let front) = front else { break }
      seen.append("\(front.task?.title ?? "-") \(front.depth)")
      switch seen.count {
      case 1: try queue.push([TaskTitle("One")])
      case 2: try queue.push([TaskTitle("Two")])
      case 3: try queue.end(as: .completed)
      default: try home.write(Data("{".utf8), to: "queues/stack.json")
      }
    }
    #expect(seen == ["- 0", "One 1", "One 2", "Two 1"])
  }
}
