import CoreGraphics
import QuartzCore
import Testing

@Suite("Core Graphics")
struct CoreGraphicsTests {
    private func isNear(_ left: CGPoint, _ right: CGPoint) -> Bool {
        abs(left.x - right.x) < 1e-12 && abs(left.y - right.y) < 1e-12
    }

    @Test func transformsPointsAndSizes() {
        let point = CGPoint(x: 2, y: 1)
        #expect(point.applying(.identity) == point)
        #expect(point.applying(CGAffineTransform(translationX: 1, y: -1)) == CGPoint(x: 3, y: 0))
        #expect(point.applying(CGAffineTransform(scaleX: 2, y: 3)) == CGPoint(x: 4, y: 3))
        #expect(isNear(point.applying(CGAffineTransform(rotationAngle: .pi / 2)), CGPoint(x: -1, y: 2)))
        let numbers = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
        #expect(point.applying(numbers) == CGPoint(x: 10, y: 14))
        #expect(CGSize(width: 2, height: 1).applying(numbers) == CGSize(width: 5, height: 8))
    }

    @Test func concatenatesTransforms() {
        let point = CGPoint(x: 2, y: 1)
        let (move, scale) = (CGAffineTransform(translationX: 1, y: 2), CGAffineTransform(scaleX: 10, y: 100))
        #expect(point.applying(move.concatenating(scale)) == CGPoint(x: 30, y: 300))
        #expect(point.applying(move.scaledBy(x: 10, y: 100)) == CGPoint(x: 21, y: 102))
        #expect(point.applying(scale.translatedBy(x: 1, y: 2)) == CGPoint(x: 30, y: 300))
        #expect(isNear(point.applying(move.rotated(by: .pi)), CGPoint(x: -1, y: 1)))
        // Flips points given relative to the lower left corner, as clients do.
        let flip = CGAffineTransform.identity.scaledBy(x: 1, y: -1).translatedBy(x: 0, y: -1)
        #expect(CGPoint(x: 0.25, y: 0.25).applying(flip) == CGPoint(x: 0.25, y: 0.75))
    }

    @Test func invertsTransformsUnlessTheyAreDegenerate() {
        let transform = CGAffineTransform(a: 2, b: 1, c: -3, d: 5, tx: 7, ty: -4)
        let point = CGPoint(x: 3, y: -2)
        #expect(isNear(point.applying(transform).applying(transform.inverted()), point))
        let flat = CGAffineTransform(scaleX: 0, y: 1)
        #expect(flat.inverted() == flat)
        #expect(CGAffineTransform.identity.isIdentity && !flat.isIdentity)
        #expect(CGAffineTransform() == CGAffineTransform(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0))
    }

    @Test func transformsRectanglesToBoundingBoxes() {
        let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
        #expect(rect.applying(CGAffineTransform(scaleX: -1, y: 2)) == CGRect(x: -4, y: 4, width: 3, height: 8))
        #expect(
            rect.applying(CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0))
                == CGRect(x: -6, y: 1, width: 4, height: 3))
        #expect(CGRect.null.applying(CGAffineTransform(scaleX: 2, y: 2)).isNull)
    }

    @Test func matchesFunctionsToInitialisersAndProperties() {
        #expect(CGPointMake(1, 2) == CGPoint(x: 1, y: 2))
        #expect(CGSizeMake(1, 2) == CGSize(width: 1, height: 2))
        #expect(CGVectorMake(1, 2) == CGVector(dx: 1, dy: 2))
        #expect(CGVector(dx: 0.0, dy: 0.0) == .zero)
        let rect = CGRectMake(1, 2, 4, 6)
        #expect([CGRectGetMinX(rect), CGRectGetMidX(rect), CGRectGetMaxX(rect), CGRectGetWidth(rect)] == [1, 3, 5, 4])
        #expect(
            [CGRectGetMinY(rect), CGRectGetMidY(rect), CGRectGetMaxY(rect), CGRectGetHeight(rect)] == [2, 5, 8, 6])
        #expect(CGRectContainsPoint(rect, CGPointMake(2, 3)))
        #expect(CGRectIntersection(rect, CGRectMake(4, 0, 9, 9)) == CGRectMake(4, 2, 1, 6))
        #expect(CGRectUnion(rect, CGRectMake(0, 0, 1, 1)) == CGRectMake(0, 0, 5, 8))
        #expect(CGRectIsNull(.null) && CGRectIsEmpty(.zero))
        let (x, y) = (0.25, 0.75)
        #expect(CGPoint((x: x, y: 1 - y)) == CGPoint(x: 0.25, y: 0.25))
        let pair = (x: x, y: y)
        #expect(CGPoint(pair) == CGPoint(x: 0.25, y: 0.75))
        #expect(CGPointMake(1, 2).equalTo(CGPoint(x: 1, y: 2)) && !CGPoint.zero.equalTo(CGPointMake(1, 2)))
        #expect(CGSizeMake(1, 2).equalTo(CGSize(width: 1, height: 2)) && !CGSize.zero.equalTo(CGSizeMake(1, 2)))
        #expect(rect.equalTo(CGRectMake(1, 2, 4, 6)) && !rect.equalTo(.zero))
    }

    @Test func encodesVectorsAndTransformsAsLists() throws {
        func text(_ value: some Encodable) throws -> String {
            String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
        }
        #expect(try text(CGPoint(x: 1, y: 2)) == "[1,2]")
        #expect(try text(CGVector(dx: 1, dy: 2)) == "[1,2]")
        let transform = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
        #expect(try text(transform) == "[1,2,3,4,5,6]")
        let vectors = try JSONDecoder().decode([CGVector].self, from: Data("[[1,2],[0.5,-3]]".utf8))
        #expect(vectors == [CGVector(dx: 1, dy: 2), CGVector(dx: 0.5, dy: -3)])
        let transforms = try JSONDecoder().decode([CGAffineTransform].self, from: Data("[[1,2,3,4,5,6]]".utf8))
        #expect(transforms == [transform])
        for broken in ["[]", "[1]", #"["a","b"]"#, #"{"dx":1,"dy":2}"#, "null"] {
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(CGVector.self, from: Data(broken.utf8)) }
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(CGAffineTransform.self, from: Data(broken.utf8))
            }
        }
    }

    @Test(
        arguments: [
            (CGRect(x: 1, y: 0, width: 2, height: 1), [1, 2]), (CGRect(x: 0, y: 1, width: 9, height: 9), [3, 4, 5]),
            (CGRect(x: 0.5, y: 0.5, width: 0.2, height: 1), [0, 3]), (.infinite, [0, 1, 2, 3, 4, 5]),
            (CGRect(x: -1, y: -1, width: 2, height: 2), [0]), (CGRect(x: 3, y: 0, width: 1, height: 1), nil),
            (.null, nil), (.zero, nil), (CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1), nil),
        ] as [(CGRect, [UInt8]?)])
    func cropsImagesFromTheUpperLeftCorner(rect: CGRect, expected: [UInt8]?) throws {
        for channels in [3, 4] {
            let pixels = (0..<6).flatMap { [UInt8](repeating: $0, count: channels) }
            let image = try #require(CGImage(width: 3, height: 2, bitsPerPixel: 8 * channels, pixels: pixels))
            #expect(image.cropping(to: rect)?.pixels == expected?.flatMap { [UInt8](repeating: $0, count: channels) })
            #expect(image.cropping(to: CGRect(x: 0, y: 0, width: 3, height: 2)) === image)
        }
    }

    @Test func advancesClocks() {
        let start: CFTimeInterval = CACurrentMediaTime()
        #expect(CACurrentMediaTime() >= start)
        #expect(start > 0)
        let now: CFAbsoluteTime = CFAbsoluteTimeGetCurrent()
        #expect(now > 700_000_000)
    }
}
