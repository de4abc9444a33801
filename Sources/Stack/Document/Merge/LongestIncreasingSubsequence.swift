// Which elements of a sequence are in order already, so that the fewest have to be moved.

/// Chooses a longest increasing subsequence.
///
/// Of all that are equally long it takes the one with the greatest elements, place by place. (There is one:
/// of two longest ones, the greater elements of each place are a longest one too.) So among the fewest
/// elements that explain another order, the smallest are the ones that count as moved. Takes n log n time.
///
/// - Parameter sequence: Numbers, each of them once.
/// - Returns: For each element whether it was chosen.
func longestIncreasingSubsequence(of sequence: [Int]) -> [Bool] {
  // For each length, the least element that an increasing subsequence of this length can end with.
  var least: [Int] = []
  // For each length, where the elements stand with which the longest that end there have this length. Each of
  // them is less than the one before it.
  var places: [[Int]] = []
  for (place, element) in sequence.enumerated() {
    var low = 0
    var high = least.count
    while low < high {
      let middle = (low + high) / 2
      if least[middle] < element { low = middle + 1 } else { high = middle }
    }
    if low == least.count {
      least.append(element)
      places.append([place])
    } else {
      least[low] = element
      places[low].append(place)
    }
  }
  var isChosen = [Bool](repeating: false, count: sequence.count)
  var successor = Int.max
  for candidates in places.reversed() {
    guard let place = candidates.first(where: { sequence[$0] < successor }) else { break }
    isChosen[place] = true
    successor = sequence[place]
  }
  return isChosen
}
