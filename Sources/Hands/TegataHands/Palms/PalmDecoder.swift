import CTegataShims

/// The centres to which the palm detector's outputs are relative, as fractions of its input.
///
/// Each of the two strides has a grid of cells in row-major order; a cell's anchors share its centre.
package struct PalmAnchors: Sendable {
    /// Stride 8 has one layer and stride 16 has three; each layer has two anchors per cell.
    private static let layers = [(stride: 8, anchorsPerCell: 2), (stride: 16, anchorsPerCell: 6)]

    package let centers: [SIMD2<Float>]

    package init(inputSide: Int) {
        var centers: [SIMD2<Float>] = []
        for (stride, anchorsPerCell) in Self.layers {
            let cells = (inputSide + stride - 1) / stride
            for y in 0..<cells {
                for x in 0..<cells {
                    let center = SIMD2((Float(x) + 0.5) / Float(cells), (Float(y) + 0.5) / Float(cells))
                    for _ in 0..<anchorsPerCell { centers.append(center) }
                }
            }
        }
        self.centers = centers
    }
}

/// Finds palms in the detector's outputs. An object processes one image after another and allocates nothing after the
/// first.
package final class PalmDecoder {
    /// The number of values for each anchor: a box and seven keypoints.
    package static let valuesPerAnchor = 18
    private let anchors: PalmAnchors
    private let inputSide: Float
    private let smallestLogit: Float

    /// The palms that score high enough, in the anchors' order.
    package private(set) var candidates: [PalmDetection] = []
    private let joining: PalmSuppression
    /// The palms, in descending order of score.
    package var palms: [PalmDetection] { joining.palms }

    package init(inputSide: Int, minimumScore: Float) {
        anchors = PalmAnchors(inputSide: inputSide)
        self.inputSide = Float(inputSide)
        smallestLogit = logit(ofScore: minimumScore)
        candidates.reserveCapacity(anchors.centers.count)
        joining = PalmSuppression(capacity: anchors.centers.count)
    }

    /// The number of anchors.
    package var anchorCount: Int { anchors.centers.count }

    /// Decodes the outputs for an image into ``candidates`` and ``palms``, both in fractions of the detector's input.
    package func decode(boxes: UnsafeBufferPointer<Float>, logits: UnsafeBufferPointer<Float>) {
        candidates.removeAll(keepingCapacity: true)
        for index in 0..<min(anchorCount, logits.count, boxes.count / Self.valuesPerAnchor)
        where !(logits[index] < smallestLogit) {
            let start = index * Self.valuesPerAnchor
            let palm = palm(
                UnsafeBufferPointer(rebasing: boxes[start..<start + Self.valuesPerAnchor]), index, logits[index])
            if palm.box.width >= 0 && palm.box.height >= 0 { candidates.append(palm) }
        }
        joining.join(candidates)
    }

    private func palm(_ values: UnsafeBufferPointer<Float>, _ index: Int, _ logit: Float) -> PalmDetection {
        let anchor = anchors.centers[index]
        func x(_ place: Int) -> Float { values[place] / inputSide + anchor.x }
        func y(_ place: Int) -> Float { values[place] / inputSide + anchor.y }
        let (centerX, centerY) = (x(0), y(1))
        let (width, height) = (values[2] / inputSide, values[3] / inputSide)
        let (left, top) = (centerX - width / 2, centerY - height / 2)
        let (right, bottom) = (centerX + width / 2, centerY + height / 2)
        var keypoints = [7 of SIMD2<Float>](repeating: .zero)
        for keypoint in 0..<7 { keypoints[keypoint] = SIMD2(x(4 + 2 * keypoint), y(5 + 2 * keypoint)) }
        return PalmDetection(
            score: sigmoid(logit), box: Box(x: left, y: top, width: right - left, height: bottom - top),
            keypoints: keypoints)
    }
}

/// Returns the detector's score: the logistic function of its output clamped to −100…100, with a correctly rounded
/// exponential.
package func sigmoid(_ logit: Float) -> Float {
    1 / (1 + Float(tegata_exp(Double(-max(-100, min(logit, 100))))))
}

/// Returns the smallest output whose score is not below `score`, or infinity. The score never decreases as the output
/// rises, so bisection finds it exactly.
package func logit(ofScore score: Float) -> Float {
    // Maps integers to floats in ascending order.
    func float(_ key: Int64) -> Float {
        key >= 0 ? Float(bitPattern: UInt32(key)) : -Float(bitPattern: UInt32(-key))
    }
    var above = Int64(Float(100).bitPattern)
    guard !(sigmoid(float(above)) < score) else { return .infinity }
    guard sigmoid(-100) < score else { return -.infinity }
    var below = -above
    while above - below > 1 {
        let middle = below + (above - below) / 2
        if sigmoid(float(middle)) < score { below = middle } else { above = middle }
    }
    return float(above)
}
