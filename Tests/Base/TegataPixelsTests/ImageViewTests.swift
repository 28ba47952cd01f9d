import TegataBuffers
import TegataPixels
import Testing

@Suite struct ImageViewTests {
    private func view(
        _ format: PixelFormat, _ width: Int, _ height: Int, byteCount: Int, rowStride: Int? = nil
    ) -> TegataError? {
        let bytes = [UInt8](repeating: 0, count: byteCount)
        return bytes.withUnsafeBytes { bytes -> TegataError? in
            do throws(TegataError) {
                _ = try ImageView(format, width: width, height: height, bytes: bytes, rowStride: rowStride)
                return nil
            } catch { return error }
        }
    }

    @Test func acceptsMemoryThatEndsWithTheLastPixel() {
        #expect(view(.rgb, 5, 3, byteCount: 45) == nil)
        #expect(view(.rgb, 5, 3, byteCount: 2 * 20 + 15, rowStride: 20) == nil)
        #expect(view(.bgra, 1, 1, byteCount: 4) == nil)
        #expect(view(.gray, 7, 2, byteCount: 14) == nil)
        #expect(view(.yuyv, 5, 2, byteCount: 24) == nil)
        #expect(view(.nv12, 4, 4, byteCount: 24) == nil)
        #expect(view(.i420, 4, 4, byteCount: 24) == nil)
        // With odd sizes, chroma has a sample for the last row and column.
        #expect(view(.nv21, 5, 5, byteCount: 25 + 3 * 6) == nil)
        #expect(view(.i420, 5, 5, byteCount: 25 + 2 * 3 * 3) == nil)
        #expect(view(.rgb, 32767, 1, byteCount: 3 * 32767) == nil)
    }

    @Test func rejectsImpossibleImages() {
        #expect(view(.rgb, 0, 5, byteCount: 100) == TegataError(ImageError.empty(width: 0, height: 5)))
        #expect(view(.rgb, 5, -1, byteCount: 100) == TegataError(ImageError.empty(width: 5, height: -1)))
        #expect(view(.gray, 32768, 1, byteCount: 40000) == TegataError(ImageError.tooLarge(width: 32768, height: 1)))
        #expect(view(.gray, .max, .max, byteCount: 1) == TegataError(ImageError.tooLarge(width: .max, height: .max)))
        #expect(
            view(.rgb, 5, 3, byteCount: 44)
                == TegataError(ImageError.memoryTooSmall(plane: 0, byteCount: 44, needed: 45)))
        #expect(
            view(.rgb, 30000, 30000, byteCount: 100)
                == TegataError(ImageError.memoryTooSmall(plane: 0, byteCount: 100, needed: 2_700_000_000))
        )
        #expect(
            view(.rgba, 5, 1, byteCount: 20, rowStride: 19)
                == TegataError(ImageError.rowStrideTooSmall(plane: 0, rowStride: 19, needed: 20)))
        #expect(
            view(.rgba, 5, 2, byteCount: 40, rowStride: -20)
                == TegataError(ImageError.rowStrideTooSmall(plane: 0, rowStride: -20, needed: 20))
        )
        #expect(
            view(.gray, 5, 3, byteCount: 40, rowStride: .max)
                == TegataError(ImageError.sizeOverflow(plane: 0, rowStride: .max)))
        #expect(
            view(.i420, 5, 3, byteCount: 40, rowStride: .max)
                == TegataError(ImageError.sizeOverflow(plane: 0, rowStride: .max)))
        #expect(
            view(.nv12, 5, 5, byteCount: 42)
                == TegataError(ImageError.memoryTooSmall(plane: 1, byteCount: 17, needed: 18)))
        #expect(
            view(.i420, 5, 5, byteCount: 42)
                == TegataError(ImageError.memoryTooSmall(plane: 2, byteCount: 8, needed: 9)))
        #expect(
            view(.i420, 5, 5, byteCount: 10)
                == TegataError(ImageError.memoryTooSmall(plane: 0, byteCount: 10, needed: 25)))
    }

    @Test func rejectsWrongPlaneCountsAndSmallPlanes() {
        let bytes = [UInt8](repeating: 0, count: 100)
        bytes.withUnsafeBytes { bytes in
            let plane = ImageView.Plane(bytes, rowStride: 10)
            #expect(throws: TegataError(ImageError.planeCount(.i420, given: 2))) {
                try ImageView(.i420, width: 4, height: 4, plane, plane)
            }
            #expect(throws: TegataError(ImageError.planeCount(.rgb, given: 2))) {
                try ImageView(.rgb, width: 2, height: 2, plane, plane)
            }
            #expect(throws: TegataError(ImageError.planeCount(.nv12, given: 3))) {
                try ImageView(.nv12, width: 2, height: 2, plane, nil, plane)
            }
            #expect(throws: TegataError(ImageError.memoryTooSmall(plane: 1, byteCount: 0, needed: 4))) {
                try ImageView(
                    .nv12, width: 4, height: 2, plane,
                    .init(UnsafeRawBufferPointer(start: nil, count: 0), rowStride: 10))
            }
            #expect(throws: Never.self) { try ImageView(.i420, width: 4, height: 4, plane, plane, plane) }
        }
    }

    @Test func describesErrorsWithTheLimits() {
        #expect(
            view(.rgba, 5, 1, byteCount: 20, rowStride: 19)?.description
                == "plane 0 has a row stride of 19 bytes, but its rows need 20")
        #expect(
            ImageError.planeCount(.i420, given: 1).description == "1 planes were given for i420, which has 3")
        #expect(
            ImageError.tooLarge(width: 40000, height: 2).description
                == "the image is 40000 x 2 pixels; neither side may exceed 32767")
    }
}

struct PixelFormatTests {
    @Test func countsTheChromaOfTheLastPixels() {
        let counts: [PixelFormat: Int] = [
            .rgb: 45, .rgba: 60, .bgra: 60, .gray: 15, .nv12: 15 + 12, .nv21: 15 + 12, .i420: 15 + 12, .yuyv: 36,
        ]
        for format in PixelFormat.allCases {
            #expect(format.byteCount(width: 5, height: 3) == counts[format], "\(format)")
        }
    }
}
