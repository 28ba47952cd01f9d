/// How the regions of palms and those of tracked hands become one list.
package enum RegionJoining: Sendable {
    /// The palms' alone, whatever they overlap.
    case palmsAlone
    /// Tracked hands first, whatever they overlap, then palms that do not overlap one in the list by more than `limit`.
    case earlierStay(limit: Float)
    /// Palms first, then tracked hands. Each throws out whatever in the list it overlaps by more than `limit`, and goes
    /// to its end.
    case laterStay(limit: Float)

    /// Makes `regions` of what was found and what is tracked.
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

/// Appends `new` to `rectangles` and takes out all that overlap it more than `limit`; turns are not looked at.
private func supersede(_ rectangles: inout [HandRectangle], by new: HandRectangle, limit: Float) {
    let box = new.uprightBox
    rectangles.removeAll { box.overlap($0.uprightBox) > limit }
    rectangles.append(new)
}

/// Appends `found` to `rectangles` unless one of them overlaps it more than `limit`; turns are not looked at.
package func associate(_ found: HandRectangle, with rectangles: inout [HandRectangle], limit: Float) {
    let box = found.uprightBox
    for rectangle in rectangles where rectangle.uprightBox.overlap(box) > limit { return }
    rectangles.append(found)
}
