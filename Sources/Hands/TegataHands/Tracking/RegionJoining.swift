/// How to join the regions of palms and tracked hands.
package enum RegionJoining: Sendable {
    /// Only the palms, even if they overlap.
    case palmsAlone
    /// Tracked hands first, even if they overlap, then palms that do not overlap a region already in the list by more
    /// than `limit`.
    case earlierStay(limit: Float)
    /// Palms first, then tracked hands. Each one removes regions already in the list that it overlaps by more than
    /// `limit`, and is then appended.
    case laterStay(limit: Float)

    /// Fills `regions` from the palms found and the tracked hands.
    package func join(
        _ palms: ArraySlice<PalmDetection>, _ tracked: [HandRectangle], into regions: inout [HandRectangle]
    ) {
        regions.removeAll(keepingCapacity: true)
        switch self {
        case .palmsAlone:
            for palm in palms { regions.append(palm.handRectangle) }
        case .earlierStay(let limit):
            for region in tracked { regions.append(region) }
            for palm in palms { associate(palm.handRectangle, with: &regions, limit: limit) }
        case .laterStay(let limit):
            for palm in palms { supersede(&regions, by: palm.handRectangle, limit: limit) }
            for region in tracked { supersede(&regions, by: region, limit: limit) }
        }
    }
}

/// Appends `new` to `rectangles` and removes all that overlap it by more than `limit`, ignoring rotation.
private func supersede(_ rectangles: inout [HandRectangle], by new: HandRectangle, limit: Float) {
    let box = new.uprightBox
    rectangles.removeAll { box.overlap($0.uprightBox) > limit }
    rectangles.append(new)
}

/// Appends `found` to `rectangles` unless one of them overlaps it by more than `limit`, ignoring rotation.
package func associate(_ found: HandRectangle, with rectangles: inout [HandRectangle], limit: Float) {
    let box = found.uprightBox
    for rectangle in rectangles where rectangle.uprightBox.overlap(box) > limit { return }
    rectangles.append(found)
}
