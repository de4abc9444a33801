/// What a change did to the file.
struct KeptChange {
  let entry: Entry
  /// The text before the change; `nil` if there was no file.
  let before: [UInt8]?
  /// The text after the change; `nil` if it removed the file.
  let after: [UInt8]?
  let record: ChangeRecord

  /// Whether both texts are valid.
  var isValid: Bool { isAfterValid && isSound(before) }

  /// Whether the text after the change is valid. The one before a repair isn't.
  var isAfterValid: Bool { isSound(after) }

  private func isSound(_ text: [UInt8]?) -> Bool {
    (try? Document(text ?? Document.emptyText)) != nil
  }
}
