// How a kept version is brought back: what undo and redo make of it.

extension Transaction {
  /// A version that can be brought back.
  struct Candidate {
    let version: Version
    /// The kept file; `nil` where there was none.
    let file: OpenFile?
    /// What the change put where that took the version's place.
    let record: ChangeRecord?
  }

  /// What brings a version back.
  struct Reversal {
    let change: Change
    /// Whether the whole version comes back, because nothing says what the change put where.
    let isWhole: Bool
  }

  /// The newest version of a role that is one.
  func candidate(for role: Version.Role, in history: inout History) throws(QueueError) -> Candidate? {
    do throws(SystemError) {
      let restored = try history.restoredNumbers()
      while let version = role == .undo ? history.undoable : history.redoable {
        guard !restored.contains(version.number), try !history.isInUse(version, current) else {
          try history.remove(version)
          continue
        }
        return Candidate(
          version: version, file: try history.open(version), record: try history.record(of: version))
      }
      return nil
    } catch {
      throw .system(error)
    }
  }

  /// What takes back the change that took a version's place, and nothing else that was changed since.
  ///
  /// - Returns: `nil` if nothing of it can be taken back alone.
  func reversal(of candidate: Candidate) throws(QueueError) -> Reversal? {
    let kept: TextSource = candidate.file.map { .file($0) } ?? .memory([])
    var size = 0
    if let file = candidate.file {
      size = try QueueFile.outline(of: kept, at: file.path, .whole).size
    }
    var base: [UInt8]?
    var theirs: [UInt8] = []
    do throws(SystemError) {
      if candidate.version.isBeforeRemoval {
        if current == nil { return Reversal(change: .patch(try whole(kept, size)), isWhole: false) }
        base = Document.emptyText
      } else if let record = candidate.record {
        if let current, try current.isResult(of: record.patch, from: kept) {
          if candidate.file == nil { return Reversal(change: .removal, isWhole: false) }
          let inverse = try record.patch.inverted(size: size) { (range) throws(SystemError) in
            try kept.bytes(range)
          }
          return Reversal(change: .patch(inverse), isWhole: false)
        }
        // A version that somebody has rewritten since is of no use here.
        guard let text = record.patch.applied(to: try kept.bytes(0..<size)), isSound(text) else { return nil }
        base = text
      }
      if base == nil {
        if candidate.file == nil { return Reversal(change: .removal, isWhole: true) }
        return Reversal(change: .patch(try whole(kept, size)), isWhole: true)
      }
      theirs = candidate.file == nil ? Document.emptyText : try kept.bytes(0..<size)
    } catch {
      throw .system(error)
    }
    let merge = Merge.merged(base: base, ours: try text(), theirs: theirs)
    if !merge.isChanged || merge.hasConflict { return nil }
    return Reversal(change: .patch(merge.patch), isWhole: false)
  }

  private func isSound(_ text: [UInt8]) -> Bool {
    (try? QueueFile.outline(of: .memory(text), at: FilePath(""), .whole)) != nil
  }

  private func whole(_ text: TextSource, _ size: Int) throws(SystemError) -> Patch {
    Patch([.new(try text.bytes(0..<size))])
  }

  /// Keeps a version for people only, because nothing of its change can be taken back.
  ///
  /// - Returns: Where it is.
  func supersede(_ version: Version, in history: inout History) throws(QueueError) -> FilePath {
    do throws(SystemError) {
      return try history.supersede(version)
    } catch {
      throw .system(error)
    }
  }
}
