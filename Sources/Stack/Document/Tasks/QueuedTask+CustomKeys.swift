// The keys of a task as JSON, for programs that have keys of their own.

extension QueuedTask {
  /// The JSON text of the value under a key, such as `"high"` with its quotes, or `[1, 2]`; `nil`
  /// if the task doesn't have the key. Of equal keys, the first one counts.
  public subscript(key: String) -> String? {
    let object = JSONObject(text)
    return object.index(of: key).map {
      String(decoding: object.value(object.members[$0]), as: UTF8.self)
    }
  }

  /// The task with another value for a key, given as JSON text; `nil` removes the key, as often as
  /// it occurs. All other bytes stay. Begin your own keys with a prefix such as `myprogram-`.
  ///
  /// - Throws: `FormatProblem` if the value isn't JSON, or if the result isn't a task, because its
  ///   title is missing or isn't a string.
  public func setting(_ key: String, to json: String?) throws(FormatProblem) -> QueuedTask {
    var object = JSONObject(text)
    let value = try json.map { (json) throws(FormatProblem) in try JSONText.validated(json) }
    var index = object.index(of: key)
    repeat {
      object = JSONObject(object.setting(index, to: value, named: JSONText.encode(key)))
      index = value == nil ? object.index(of: key) : nil
    } while index != nil
    _ = try QueuedTask(validating: object.text)
    return with(object.text)
  }

  /// Creates a task from a JSON object, such as what `json` returned.
  ///
  /// - Throws: `FormatProblem` if the text isn't a JSON object with a string under `title`.
  public init(json: String) throws(FormatProblem) {
    try self.init(validating: Array(json.utf8))
  }

  /// A task from a text that may be anything, perhaps with white space around the task.
  init(validating text: [UInt8]) throws(FormatProblem) {
    do throws(ScanError) {
      var scanner = JSONScanner(text: text)
      self.init(validated: Array(text[try scanner.readSingleTask()]))
    } catch {
      throw error.problem
    }
  }
}
