/// Appends `found` to `rectangles` unless one of them overlaps it more than `limit`; turns are not looked at.
package func associate(_ found: HandRectangle, with rectangles: inout [HandRectangle], limit: Float) {
    let box = found.uprightBox
    for rectangle in rectangles where rectangle.uprightBox.overlap(box) > limit { return }
    rectangles.append(found)
}
