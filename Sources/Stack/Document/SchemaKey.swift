// The keys that mean something to `stack`.

/// A key that means something to `stack`, in the file or in a task.
enum SchemaKey: String {
  case version
  case tasks
  case completed
  case title
  case attachments
}

/// The two arrays of a file that hold tasks.
enum ListName: String {
  case tasks
  case completed
}
