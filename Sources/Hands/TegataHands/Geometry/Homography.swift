import CTegataShims

/// How to compute the right corners of a rotated region; the left ones come from the angle. The results differ in their
/// last bits.
package enum RegionCorners: Sendable {
    /// From the angle as well, as in newer versions of OpenCV.
    case fromAngle
    /// By mirroring the left corners about the region's centre.
    case mirroredAtCenter
}

/// The perspective map from a square tensor to an image's pixels. The order of operations is OpenCV's, because the last
/// bit of the matrix decides coordinates that lie exactly halfway between two thirty-seconds of a pixel.
package struct Homography {
    /// The matrix in row-major order.
    package private(set) var elements: [9 of Double]

    /// Creates the map from a tensor of `side` × `side` to `region`.
    package init(tensorSide side: Int, to region: PixelRegion, corners: RegionCorners) {
        elements = Self.inverse(of: Self.toTensor(Self.points(corners, of: region), side: Float(side)))
    }

    /// Returns the map for a stored image that must be rotated clockwise by `degrees` (0, 90, 180 or 270) to have the
    /// orientation that the region expects. `width` and `height` belong to the stored image.
    func turned(degrees: Int, width: Int, height: Int) -> Homography {
        let (lastColumn, lastRow) = (Double(width - 1), Double(height - 1))
        var result = self
        for column in 0..<3 {
            let (x, y, w) = (elements[column], elements[3 + column], elements[6 + column])
            switch degrees {
            case 90: (result.elements[column], result.elements[3 + column]) = (y, lastRow * w - x)
            case 180: (result.elements[column], result.elements[3 + column]) = (lastColumn * w - x, lastRow * w - y)
            case 270: (result.elements[column], result.elements[3 + column]) = (lastColumn * w - y, x)
            default: break
            }
        }
        return result
    }

    /// Returns the corners that were bottom left, top left, top right and bottom right before the region was rotated.
    private static func points(_ corners: RegionCorners, of region: PixelRegion) -> [4 of SIMD2<Float>] {
        let degrees = Float(Double(region.rotation * 180) / Double.pi)
        let angle = Double(degrees) * Double.pi / 180
        let b = Float(tegata_cos(angle)) * 0.5
        let a = Float(tegata_sin(angle)) * 0.5
        let (x, y, width, height) = (region.centerX, region.centerY, region.width, region.height)
        let bottomLeft = SIMD2(x - a * height - b * width, y + b * height - a * width)
        let topLeft = SIMD2(x + a * height - b * width, y - b * height - a * width)
        switch corners {
        case .fromAngle:
            return [
                bottomLeft, topLeft, SIMD2(x + a * height + b * width, y - b * height + a * width),
                SIMD2(x - a * height + b * width, y + b * height + a * width),
            ]
        case .mirroredAtCenter:
            let doubleCenter = 2 * SIMD2(x, y)
            return [bottomLeft, topLeft, doubleCenter - bottomLeft, doubleCenter - topLeft]
        }
    }

    /// Returns the map from four corners to the tensor's corners, by solving eight linear equations.
    private static func toTensor(_ corners: [4 of SIMD2<Float>], side: Float) -> [9 of Double] {
        let targets: [4 of SIMD2<Float>] = [SIMD2(0, side), SIMD2(0, 0), SIMD2(side, 0), SIMD2(side, side)]
        var equations = [64 of Double](repeating: 0)
        var values = [8 of Double](repeating: 0)
        func setEquation(_ row: Int, firstColumn: Int, _ from: SIMD2<Float>, _ to: Float) {
            equations[8 * row + firstColumn] = Double(from.x)
            equations[8 * row + firstColumn + 1] = Double(from.y)
            equations[8 * row + firstColumn + 2] = 1
            equations[8 * row + 6] = -Double(from.x * to)
            equations[8 * row + 7] = -Double(from.y * to)
            values[row] = Double(to)
        }
        for corner in 0..<4 {
            setEquation(corner, firstColumn: 0, corners[corner], targets[corner].x)
            setEquation(corner + 4, firstColumn: 3, corners[corner], targets[corner].y)
        }
        solve(&equations, &values)
        return [values[0], values[1], values[2], values[3], values[4], values[5], values[6], values[7], 1]
    }

    /// Solves the equations by Gaussian elimination with partial pivoting; the solution replaces the right-hand side.
    private static func solve(_ a: inout [64 of Double], _ b: inout [8 of Double]) {
        for i in 0..<8 {
            var pivot = i
            for j in i + 1..<8 where abs(a[8 * j + i]) > abs(a[8 * pivot + i]) { pivot = j }
            if pivot != i {
                for k in i..<8 { a.swapAt(8 * i + k, 8 * pivot + k) }
                b.swapAt(i, pivot)
            }
            let negatedInverse = -1 / a[8 * i + i]
            for j in i + 1..<8 {
                let factor = a[8 * j + i] * negatedInverse
                for k in i + 1..<8 { a[8 * j + k] += factor * a[8 * i + k] }
                b[j] += factor * b[i]
            }
        }
        for i in (0..<8).reversed() {
            var sum = b[i]
            for k in i + 1..<8 { sum -= a[8 * i + k] * b[k] }
            b[i] = sum / a[8 * i + i]
        }
    }

    /// Returns the cofactors divided by the determinant, which is expanded along the first row.
    private static func inverse(of m: [9 of Double]) -> [9 of Double] {
        func cofactor(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Double { m[a] * m[b] - m[c] * m[d] }
        let determinant = m[0] * cofactor(4, 8, 5, 7) - m[1] * cofactor(3, 8, 5, 6) + m[2] * cofactor(3, 7, 4, 6)
        let scale = 1 / determinant
        return [
            cofactor(4, 8, 5, 7) * scale, cofactor(2, 7, 1, 8) * scale, cofactor(1, 5, 2, 4) * scale,
            cofactor(5, 6, 3, 8) * scale, cofactor(0, 8, 2, 6) * scale, cofactor(2, 3, 0, 5) * scale,
            cofactor(3, 7, 4, 6) * scale, cofactor(1, 6, 0, 7) * scale, cofactor(0, 4, 1, 3) * scale,
        ]
    }
}
