/// The measures of a hand that do not change while it moves, in metres: a rigid palm and the lengths of bones.
package struct HandShape {
    /// The points of the palm in the order of ``PalmFit/points``, relative to the wrist: towards the thumb's side, towards
    /// the fingers, and out of the inside of a right palm.
    private(set) var palm: [6 of SIMD3<Double>]
    /// The lengths of three bones for each finger, starting with the thumb.
    private(set) var bones: [15 of Double]

    /// A typical adult hand, with a palm of ``MetricOptions/meanPalmWidth``.
    package static let typical = HandShape(
        palm: [
            .zero, SIMD3(0.02564, 0.01960, 0.00883), SIMD3(0.02097, 0.08811, 0.00229), SIMD3(0, 0.08955, 0),
            SIMD3(-0.01986, 0.08348, 0.00013), SIMD3(-0.03718, 0.07344, 0.00229),
        ],
        bones: [
            0.0400, 0.0335, 0.0250, 0.0430, 0.0250, 0.0190, 0.0480, 0.0290, 0.0200, 0.0440, 0.0275, 0.0200, 0.0345,
            0.0200, 0.0175,
        ])

    /// Creates the shape of a hand with known bones. Between them, a typical palm's angles are assumed.
    init(_ lengths: HandLengths) {
        self = .typical
        for landmark in HandLandmark.allCases {
            guard let length = lengths[landmark].map({ Double($0) }) else { continue }
            let (finger, bone) = ((landmark.index - 1) / 4, (landmark.index - 1) % 4)
            if bone > 0 {
                bones[3 * finger + bone - 1] = length
            } else {
                palm[finger + 1] *= length / palm[finger + 1].length
            }
        }
    }

    private init(palm: [6 of SIMD3<Double>], bones: [15 of Double]) {
        self.palm = palm
        self.bones = bones
    }

    /// The length plus the width of the palm.
    var size: Double { palm[3].length + width }

    /// The distance between the knuckles of the index and little fingers.
    var width: Double { (palm[2] - palm[5]).length }

    /// Returns the shape of a hand with a palm of this width.
    func scaled(toPalmWidth palmWidth: Double) -> HandShape {
        let factor = palmWidth / width
        var shape = self
        for index in 0..<6 { shape.palm[index] *= factor }
        for index in 0..<15 { shape.bones[index] *= factor }
        return shape
    }
}
