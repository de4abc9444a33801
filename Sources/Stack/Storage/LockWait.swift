/// Limits how long a writer waits: 5 seconds for one holder of the lock, and 30 for all holders
/// together. This uses no signal and no timer, because it may run on any thread of any program.
struct LockWait {
  /// A lock's file as another writer has it. Its identity isn't enough, because the file system may
  /// give its inode number to the next one.
  struct Holder: Equatable {
    let identity: FileIdentity
    let changed: Int
    let text: [UInt8]
  }

  private let begin = Clock.uptime
  private var holder: Holder?
  /// When this writer saw that holder first.
  private var start = Clock.uptime

  /// How long the last observed holder has been the same, in nanoseconds.
  var holderTime: Int { holder == nil ? 0 : Clock.uptime - start }

  mutating func observe(_ holder: Holder) {
    if holder == self.holder { return }
    self.holder = holder
    start = Clock.uptime
  }

  /// How long a writer waits for one holder, in nanoseconds. Tests set it, in seconds, with
  /// `STACK_LOCK_SECONDS`.
  private static var longestWait: Int {
    let text = System.environmentVariable("STACK_LOCK_SECONDS")
    let digit = text.flatMap { $0.count == 1 ? $0.first : nil } ?? UInt8(ascii: "5")
    return Int(digit & 0xF) * 1_000_000_000
  }

  /// Pauses before the next try, and returns whether to make it.
  func pause() -> Bool {
    let now = Clock.uptime
    guard now - start < Self.longestWait, now - begin < 30_000_000_000 else { return false }
    // Many waiting writers could slow down the writer that they wait for, so the pauses grow by 1
    // to 2 ms every 8 ms.
    Clock.pauseBriefly(times: min(1 + (now - start) / 8_000_000, 32))
    return true
  }
}
