// The code in the article "Watching", as another program would write it.

import Foundation
import Stack
import TestSupport
import Testing

private func printFronts(of queue: TaskQueue) {
  queue.watch(untilClosed: 1) { front in
    switch front {
    case .success(let front): print(front.task?.title ?? "Nothing to do")
    case .failure(let error): print("(stack!) \(error)")
    }
  }
}

private func fronts(of queue: TaskQueue) -> AsyncStream<Result<QueueFront, QueueError>> {
  AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
    let pipe = Pipe()
    continuation.onTermination = { _ in try? pipe.fileHandleForWriting.close() }
    Thread.detachNewThread {
      queue.watch(untilClosed: pipe.fileHandleForReading.fileDescriptor) { continuation.yield($0) }
      continuation.finish()
    }
  }
}

private func show(_ queue: TaskQueue, in label: (String) -> Void) async {
  for await front in fronts(of: queue) {
    label((try? front.get())?.task?.title ?? "")
  }
}

@Suite(.timeLimit(.minutes(5))) struct WatchingTests {
  @Test func anAsyncStreamDeliversEachNewFront() async throws {
    let home = Home()
    let queue = try #require(try queue(in: home.directory.path))
    var seen: [String] = []
    for await front in fronts(of: queue) {
      guard case .success(let front) = front else { break }
      seen.append("\(front.task?.title ?? "-") \(front.depth)")
      switch seen.count {
      case 1: try queue.push(TaskTitle("One"))
      case 2: try queue.push(TaskTitle("Two"))
      case 3: try queue.complete()
      default: try home.write("{", to: "queues/stack.json")
      }
    }
    #expect(seen == ["- 0", "One 1", "One 2", "Two 1"])
  }
}
