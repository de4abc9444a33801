// Disks that are full, limits on file sizes, and standard descriptors that are closed.

import Foundation
import TestSupport
import Testing

@Suite(.waitsForPrograms) struct FullDiskTests {
  /// A queue that needs several pages.
  private static let text = StackFile.text([
    "{\"title\": \"One\", \"mine\": \"\(String(repeating: "x", count: 10_000))\"}"
  ])

  /// How many pages of memory, or how many files, are left on the disk.
  private static let rooms: [(pages: Int?, files: Int?)] =
    TestExtent.isAll
    ? (0...8).map { ($0, nil) } + (0...20).map { (nil, $0) }
    : [(0, nil), (3, nil), (8, nil), (nil, 0), (nil, 2), (nil, 5), (nil, 20)]

  @Test(
    .enabled(if: MountedDisk.isAvailableInMemory, "needs to mount a file system in memory"),
    arguments: rooms, [false, true])
  func onAFullDiskAChangeIsMadeWhollyOrNotAtAll(
    room: (pages: Int?, files: Int?), versionsAlone: Bool
  ) throws {
    let disk = try MountedDisk.inMemory(
      room.files == nil ? "size=96k,nr_inodes=64" : "size=1m,nr_inodes=64")
    let directory = disk.directory.path
    let home = Home(
      versionsAlone
        ? ["XDG_STATE_HOME": directory]
        : ["XDG_CONFIG_HOME": directory, "XDG_STATE_HOME": directory])
    let file =
      versionsAlone ? home.queueFile() : disk.directory.appendingPathComponent("stack/stack.json")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(Self.text.utf8).write(to: file)

    if let count = room.pages { try disk.fill(leaving: count) }
    if let count = room.files { try disk.fillWithFiles(leaving: count) }
    let finished = try home.stack("push", "Two")
    let text = try String(contentsOf: file, encoding: .utf8)
    if finished.status == 0 {
      #expect(finished == Finished(output: "One\n"))
      #expect(text.contains(#"{"title": "Two""#))
    } else if finished.errors.hasPrefix("stack: added, but cannot ") {
      // The room was too small for the mark of the change.
      #expect(finished.errors.hasSuffix(".made: No space left on device\n"))
      #expect(finished.status == 74 && text.contains(#"{"title": "Two""#))
    } else {
      finished.expectFailure("stack: cannot ", ": No space left on device; nothing was changed\n")
      #expect(text == Self.text)
    }
    if room.pages == 0 || room.files == 0 { #expect(finished.status == 74) }
    if room.pages == 8 || room.files == 20 { #expect(finished.status == 0) }
    let names = try FileManager.default.subpathsOfDirectory(atPath: directory)
    #expect(!names.contains { $0.hasSuffix(".new") })
    try disk.empty()
    #expect(try home.stack("push", "Three") == Finished(output: "One\n"))
    #expect(try home.stack("undo").status == 0)
  }

  /// Under a limit on file sizes, the system first writes a part and then nothing.
  @Test(arguments: [0, 1, 8, 9]) func aLimitOnFileSizesChangesNothing(kilobytes: Int) throws {
    let home = Home()
    try home.writeQueue(Self.text)
    let limited = try home.shell(
      "{ (ulimit -f \(kilobytes); stack push Two); echo status $?; } 2>&1 | cat")
    let path = home.url(".config/stack/.stack.json").path
    let output = limited.output.replacing(/\.[0-9A-F]{16}\.json\.new/, with: ".new")
    #expect(
      output == "stack: cannot write \(path).new: File too large; nothing was changed\nstatus 74\n")
    home.expectQueue(Self.text)
    #expect(try home.stack("push", "Two").status == 0)
  }

  @Test(.needsStrace, arguments: Scenario.explored)
  func withStandardDescriptorsClosedTheChangeIsMade(_ scenario: Scenario) throws {
    let prepared = try PreparedScenario(scenario)
    let closed = try prepared.run(redirections: (scenario.input == nil ? "<&- " : "") + ">&- 2>&-")
    #expect(prepared.isChanged())
    #expect(closed == Finished(status: prepared.output.isEmpty ? 0 : 74))
    try prepared.expectGoesOn()
  }
}
