import CTegataLibrary
import Foundation
import TegataBuffers
import TegataImages
import TegataTestSupport
import Testing

@Suite("Images of MediaPipe's C interface")
struct ImageFunctionsTests {
    /// An image of 5 × 2 RGB pixels whose bytes count up from 0.
    private let bytes = (0..<30).map(UInt8.init)

    @Test("rows start at multiples of 16 bytes, but pixels are returned without gaps")
    func layout() throws {
        let image = try Image(MP_IMAGE_FORMAT_SRGB, 5, 2, bytes)
        #expect(MpImageGetWidth(image.handle) == 5)
        #expect(MpImageGetHeight(image.handle) == 2)
        #expect(MpImageGetChannels(image.handle) == 3)
        #expect(MpImageGetByteDepth(image.handle) == 1)
        #expect(MpImageGetWidthStep(image.handle) == 16)
        #expect(MpImageGetFormat(image.handle) == Int32(MP_IMAGE_FORMAT_SRGB.rawValue))
        #expect(!MpImageIsContiguous(image.handle))
        #expect(MpImageIsAligned(image.handle, 16))
        #expect(!MpImageIsAligned(image.handle, 0))
        #expect(!MpImageUsesGpu(image.handle))
        var pixels: UnsafePointer<UInt8>?
        try mediaPipe { MpImageDataUint8(image.handle, &pixels, $0) }
        #expect(try Array(UnsafeBufferPointer(start: #require(pixels), count: 30)) == bytes)
    }

    @Test("elements are found by row, column and channel")
    func elements() throws {
        let image = try Image(MP_IMAGE_FORMAT_SRGB, 5, 2, bytes)
        var value: UInt8 = 0
        for row in 0..<2 {
            for column in 0..<5 {
                for channel in 0..<3 {
                    var position = [row, column, channel].map(Int32.init)
                    try mediaPipe { MpImageGetValueUint8(image.handle, &position, 3, &value, $0) }
                    #expect(value == bytes[15 * row + 3 * column + channel])
                }
            }
        }
        for outside: [Int32] in [[2, 0, 0], [0, 5, 0], [0, 0, 3], [-1, 0, 0]] {
            var position = outside
            #expect(throws: Refusal.self) {
                try mediaPipe { MpImageGetValueUint8(image.handle, &position, 3, &value, $0) }
            }
        }
    }

    @Test("elements other than bytes need their own functions")
    func wideElements() throws {
        var handle: OpaquePointer?
        let values: [Float] = [0.25, -1, 3, 1e9]
        try mediaPipe {
            MpImageCreateFromFloatData(Int32(MP_IMAGE_FORMAT_VEC32F2.rawValue), 2, 1, values, 4, &handle, $0)
        }
        let image = Image(takingOver: handle)
        #expect(MpImageGetByteDepth(image.handle) == 4)
        #expect(MpImageGetChannels(image.handle) == 2)
        var floats: UnsafePointer<Float>?
        try mediaPipe { MpImageDataFloat32(image.handle, &floats, $0) }
        #expect(try Array(UnsafeBufferPointer(start: #require(floats), count: 4)) == values)
        var bytes: UnsafePointer<UInt8>?
        let refusal = #expect(throws: Refusal.self) { try mediaPipe { MpImageDataUint8(image.handle, &bytes, $0) } }
        #expect(refusal?.status == MP_INVALID_ARGUMENT)
        #expect(bytes == nil)
    }

    @Test("a second image keeps the pixels of the first")
    func secondImage() throws {
        var second: OpaquePointer?
        do {
            let image = try Image(MP_IMAGE_FORMAT_SRGB, 5, 2, bytes)
            try mediaPipe { MpImageCreateFromImageFrame(image.handle, &second, $0) }
        }
        let image = Image(takingOver: second)
        var pixels: UnsafePointer<UInt8>?
        try mediaPipe { MpImageDataUint8(image.handle, &pixels, $0) }
        #expect(try Array(UnsafeBufferPointer(start: #require(pixels), count: 30)) == bytes)
    }

    @Test(
        "rejects invalid sizes and formats",
        arguments: [
            (1, 5, 2, 29), (1, -1, 2, 30), (1, 5, -2, 30), (4, 5, 2, 30), (99, 5, 2, 30), (1, 46341, 46341, 30),
        ] as [(Int32, Int32, Int32, Int32)])
    func impossible(format: Int32, width: Int32, height: Int32, count: Int32) {
        var handle: OpaquePointer?
        let refusal = #expect(throws: Refusal.self) {
            try mediaPipe { MpImageCreateFromUint8Data(format, width, height, bytes, count, &handle, $0) }
        }
        #expect(refusal?.status == MP_INVALID_ARGUMENT)
        #expect(refusal?.message.isEmpty == false)
        #expect(handle == nil)
    }

    @Test("empty rows cost no time")
    func emptyRows() throws {
        let time = try ContinuousClock().measure {
            let image = try Image(MP_IMAGE_FORMAT_SRGB, 0, Int(Int32.max), [])
            #expect(MpImageGetHeight(image.handle) == Int32.max)
        }
        #expect(time < .seconds(1))
    }

    @Test("rejects invalid and freed image handles")
    func noImage() throws {
        let ended: OpaquePointer?
        do { ended = try Image(MP_IMAGE_FORMAT_SRGB, 5, 2, bytes).handle }
        for handle in [nil, OpaquePointer(bitPattern: 12345), ended] {
            #expect(MpImageGetWidth(handle) == 0)
            #expect(MpImageIsEmpty(handle))
            var pixels: UnsafePointer<UInt8>?
            #expect(
                throws: Refusal(
                    status: MP_INVALID_ARGUMENT, message: "There is no such image, or it has been freed.")
            ) {
                try mediaPipe { MpImageDataUint8(handle, &pixels, $0) }
            }
            MpImageFree(handle)
        }
    }

    /// Width, height, channels and SHA-256 of MediaPipe's pixels, for images in Tests/Fixtures/images.
    private static let mediaPipePixels: [String: [String]] = {
        let file = ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/images/mediapipe.json")
        return (try? JSONDecoder().decode([String: [String]].self, from: Data(contentsOf: file))) ?? [:]
    }()

    @Test("finds MediaPipe's recorded pixels")
    func recordedPixels() {
        #expect(Self.mediaPipePixels.count == 42)
    }

    @Test("decodes JPEG files to MediaPipe's pixels", arguments: mediaPipePixels.keys.sorted())
    func jpegFiles(name: String) throws {
        let path = ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/images/\(name)").path
        var handle: OpaquePointer?
        try mediaPipe { MpImageCreateFromFile(path, &handle, $0) }
        let image = Image(takingOver: handle)
        let size = [MpImageGetWidth(handle), MpImageGetHeight(handle), MpImageGetChannels(handle)].map(Int.init)
        var start: UnsafePointer<UInt8>?
        try mediaPipe { MpImageDataUint8(image.handle, &start, $0) }
        let pixels = try Bytes(Array(UnsafeBufferPointer(start: #require(start), count: size.reduce(1, *))))
        #expect(size.map(String.init) + [sha256(pixels)] == Self.mediaPipePixels[name])
    }

    @Test("rejects JPEG files that MediaPipe rejects")
    func refusedJPEG() throws {
        let folder = ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/images")
        let path = folder.appendingPathComponent("jpeg-arithmetic.jpg").path
        var handle: OpaquePointer?
        let refusal = #expect(throws: Refusal.self) { try mediaPipe { MpImageCreateFromFile(path, &handle, $0) } }
        #expect(refusal?.status == MP_INTERNAL)
        #expect(refusal?.message.contains("arithmetic") == true)
    }

    @Test(
        "tegata_image_read returns the same pixels as the command",
        arguments: ["jpeg-420-progressive.jpg", "jpeg-gray.jpg"])
    func imageFiles(name: String) throws {
        let path = ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/images/\(name)").path
        var read: UnsafeMutablePointer<tegata_image>?
        try tegata { tegata_image_read(path, &read, $0) }
        defer { tegata_image_free(read) }
        let (image, expected) = try (#require(read).pointee, RGBImage(readingFileAt: path))
        #expect(image.format == Int32(TEGATA_RGB.rawValue))
        #expect((image.width, image.height) == (Int32(expected.width), Int32(expected.height)))
        let plane = UnsafeRawBufferPointer(start: image.planes.0.bytes, count: image.planes.0.byte_count)
        #expect(Array(plane) == expected.pixels)
    }

    @Test("reads files, and reports missing ones with their own status")
    func files() throws {
        let path = ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/rendered/victory_left.png").path
        var handle: OpaquePointer?
        try mediaPipe { MpImageCreateFromFile(path, &handle, $0) }
        let image = Image(takingOver: handle)
        let picture = try renderedHands("victory_left")
        #expect(Int(MpImageGetWidth(image.handle)) == picture.width)
        var pixels: UnsafePointer<UInt8>?
        try mediaPipe { MpImageDataUint8(image.handle, &pixels, $0) }
        #expect(
            try Array(UnsafeBufferPointer(start: #require(pixels), count: picture.bytes.count)) == picture.bytes)
        #expect(throws: Refusal(status: MP_NOT_FOUND, message: "Can't find file: /nowhere/hand.png")) {
            try mediaPipe { MpImageCreateFromFile("/nowhere/hand.png", &handle, $0) }
        }
    }
}
