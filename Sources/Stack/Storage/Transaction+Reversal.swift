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

    /// What stands at the front then.
    var front: Front {
      switch change {
      case .text(let text, _): Front(validated: text)
      case .removal: Front()
      }
    }
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
    var kept: [UInt8] = []
    if let file = candidate.file {
      do throws(SystemError) {
        kept = try file.bytes()
      } catch {
        throw .system(error)
      }
      _ = try Document(kept, of: file.path)
    }
    let whole = Change.text(kept, Patch([.new(kept)]))
    let ours = try text()
    let base: [UInt8]
    if candidate.version.isBeforeRemoval {
      if ours == nil { return Reversal(change: whole, isWhole: false) }
      base = Document.emptyText
    } else if let record = candidate.record {
      guard let text = record.patch.applied(to: kept) else { return nil }
      if ours == text {
        if candidate.file == nil { return Reversal(change: .removal, isWhole: false) }
        return Reversal(change: .text(kept, record.patch.inverted(kept)), isWhole: false)
      }
      // A version that somebody has rewritten since is of no use here.
      guard (try? Document(text)) != nil else { return nil }
      base = text
    } else {
      return Reversal(change: candidate.file == nil ? .removal : whole, isWhole: true)
    }
    let merge = Merge.merged(
      base: base, ours: ours ?? Document.emptyText, theirs: candidate.file == nil ? Document.emptyText : kept)
    if !merge.isChanged || merge.hasConflict { return nil }
    let text = merge.text(ours ?? Document.emptyText)
    return Reversal(change: .text(text, ours == nil ? Patch([.new(text)]) : merge.patch), isWhole: false)
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
