/// Returns how many letters must be added, removed, replaced or swapped with a neighbour to turn one word into the
/// other.
package func editDistance(_ a: String, _ b: String) -> Int {
    let a = Array(a.utf8)
    let b = Array(b.utf8)
    var beforePrevious = [Int](repeating: 0, count: b.count + 1)
    var previous = Array(0...b.count)
    var current = beforePrevious
    for i in a.indices {
        current[0] = i + 1
        for j in b.indices {
            var least = min(previous[j + 1] + 1, current[j] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                least = min(least, beforePrevious[j - 1] + 1)
            }
            current[j + 1] = least
        }
        swap(&beforePrevious, &previous)
        swap(&previous, &current)
    }
    return previous[b.count]
}

/// Returns the candidate that the user probably meant; nil if none is close.
package func nearest(to word: String, among candidates: [String]) -> String? {
    // Long input cannot be a typing error, and comparing it would be slow.
    guard word.utf8.count <= 40 else { return nil }
    var nearest: (distance: Int, candidate: String)?
    for candidate in candidates {
        // At least this many letters must be added or removed.
        let difference = abs(candidate.utf8.count - word.utf8.count)
        if let nearest, difference >= nearest.distance { continue }
        let distance = editDistance(word, candidate)
        if distance < nearest?.distance ?? .max { nearest = (distance, candidate) }
    }
    guard let best = nearest else { return nil }
    let longest = max(word.utf8.count, best.candidate.utf8.count)
    let isBeginning = word.utf8.count >= 3 && best.candidate.hasPrefix(word)
    return best.distance <= max(1, longest / 3) || isBeginning ? best.candidate : nil
}
