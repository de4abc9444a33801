extension Substring {
  /// How many letters must be added, removed, changed or swapped with their neighbour to get the
  /// other word: the distance of optimal string alignment.
  package func editDistance(to other: Substring) -> Int {
    let one = Array(utf8)
    let other = Array(other.utf8)
    var rows = [Array(0...other.count)]
    for (index, letter) in one.enumerated() {
      var row = [index + 1]
      for (column, otherLetter) in other.enumerated() {
        let change = rows[index][column] + (letter == otherLetter ? 0 : 1)
        var distance = Swift.min(change, rows[index][column + 1] + 1, row[column] + 1)
        if index > 0, column > 0, letter == other[column - 1], one[index - 1] == otherLetter {
          distance = Swift.min(distance, rows[index - 1][column - 1] + 1)
        }
        row.append(distance)
      }
      rows.append(row)
    }
    return rows[one.count][other.count]
  }
}
