// What is attached to a task, as it stands in the file.

/// What is attached to a task, as a list of its own.
struct AttachedItems {
  private let text: [UInt8]
  private let container: Container
  /// The elements that are strings, each with its place among all elements.
  let strings: [(index: Int, text: String)]

  init(_ value: [UInt8]) {
    // A person who wrote a single one by hand may have left the brackets out.
    let list = value.first == UInt8(ascii: "[") ? value : Array("[".utf8) + value + Array("]".utf8)
    text = list
    container = Container(list)
    strings = container.items.enumerated().compactMap { index, item in
      list[item.place.lowerBound] == UInt8(ascii: "\"") ? (index, JSONText.decode(list[item.place])) : nil
    }
  }

  /// Whether there is anything in the list, also what is no string.
  func isEmpty(without count: Int) -> Bool { container.count == count }

  func appending(_ items: [String]) -> [UInt8] {
    container.edited(
      text, [.kept(0..<container.count)] + items.map { .new([.new(JSONText.encode($0))]) })
  }

  /// The list without some elements, whose indices are given in order.
  func removing(_ indices: [Int]) -> [UInt8] {
    var parts: [Container.Part] = []
    var next = 0
    for index in indices {
      parts.append(.kept(next..<index))
      next = index + 1
    }
    return container.edited(text, parts + [.kept(next..<container.count)])
  }
}
