import CoreVideo
import Testing

@Suite("Pixel buffers")
struct CoreVideoTests {
    struct Layout: CustomTestStringConvertible {
        var name: String
        var format: OSType
        /// The planes of a 7×5 buffer.
        var planes: [(width: Int, height: Int, rowBytes: Int)]
        var testDescription: String { name }
    }

    static let layouts = [
        Layout(name: "BGRA", format: kCVPixelFormatType_32BGRA, planes: [(7, 5, 28)]),
        Layout(name: "RGB", format: kCVPixelFormatType_24RGB, planes: [(7, 5, 21)]),
        Layout(name: "gray", format: kCVPixelFormatType_OneComponent8, planes: [(7, 5, 7)]),
        Layout(name: "float", format: kCVPixelFormatType_OneComponent32Float, planes: [(7, 5, 28)]),
        Layout(name: "YUYV", format: kCVPixelFormatType_422YpCbCr8_yuvs, planes: [(4, 5, 16)]),
        Layout(name: "NV12", format: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, planes: [(7, 5, 7), (4, 3, 8)]),
        Layout(
            name: "NV12, video", format: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
            planes: [(7, 5, 7), (4, 3, 8)]),
    ]

    @Test(arguments: layouts)
    func allocatesMemoryForEveryPlane(_ layout: Layout) throws {
        var buffer: CVPixelBuffer?
        #expect(CVPixelBufferCreate(kCFAllocatorDefault, 7, 5, layout.format, nil, &buffer) == kCVReturnSuccess)
        let made = try #require(buffer)
        #expect(CVPixelBufferGetWidth(made) == 7)
        #expect(CVPixelBufferGetHeight(made) == 5)
        #expect(CVPixelBufferGetPixelFormatType(made) == layout.format)
        #expect(CVPixelBufferIsPlanar(made) == (layout.planes.count > 1))
        #expect(CVPixelBufferGetPlaneCount(made) == (layout.planes.count > 1 ? layout.planes.count : 0))
        CVPixelBufferLockBaseAddress(made, [])
        defer { CVPixelBufferUnlockBaseAddress(made, []) }
        for (index, plane) in layout.planes.enumerated() {
            #expect(CVPixelBufferGetWidthOfPlane(made, index) == plane.width)
            #expect(CVPixelBufferGetHeightOfPlane(made, index) == plane.height)
            let bytesPerRow = CVPixelBufferGetBytesPerRowOfPlane(made, index)
            #expect(bytesPerRow >= plane.rowBytes)
            let base = try #require(CVPixelBufferGetBaseAddressOfPlane(made, index))
            let bytes = UnsafeMutableRawBufferPointer(start: base, count: bytesPerRow * plane.height)
            #expect(bytes.allSatisfy { $0 == 0 })
            bytes.initializeMemory(as: UInt8.self, repeating: 7)
        }
        let rows = layout.planes.indices.map {
            CVPixelBufferGetBytesPerRowOfPlane(made, $0) * CVPixelBufferGetHeightOfPlane(made, $0)
        }
        #expect(CVPixelBufferGetDataSize(made) == rows.reduce(0, +))
        #expect(CVPixelBufferGetBaseAddress(made) == CVPixelBufferGetBaseAddressOfPlane(made, 0))
        #expect(CVPixelBufferGetBytesPerRow(made) == CVPixelBufferGetBytesPerRowOfPlane(made, 0))
        #expect(CVPixelBufferGetBaseAddressOfPlane(made, layout.planes.count) == nil)
        #expect(CVPixelBufferGetBaseAddressOfPlane(made, -1) == nil)
    }

    @Test func wrapsMemoryAndReleasesIt() {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 40 * 3, alignment: 16)
        defer { memory.deallocate() }
        var released: UnsafeRawPointer?
        withUnsafeMutablePointer(to: &released) { released in
            var buffer: CVPixelBuffer?
            let status = CVPixelBufferCreateWithBytes(
                kCFAllocatorDefault, 9, 3, kCVPixelFormatType_32BGRA, memory, 40,
                { context, address in context?.assumingMemoryBound(to: UnsafeRawPointer?.self).pointee = address },
                released, nil, &buffer)
            #expect(status == kCVReturnSuccess)
            #expect(buffer.flatMap(CVPixelBufferGetBaseAddress) == memory)
            #expect(buffer.map(CVPixelBufferGetBytesPerRow) == 40)
            #expect(released.pointee == nil)
            buffer = nil
            #expect(released.pointee == UnsafeRawPointer(memory))
        }
    }

    @Test(
        arguments: [
            (0, 5, kCVPixelFormatType_32BGRA, kCVReturnInvalidSize),
            (5, -1, kCVPixelFormatType_32BGRA, kCVReturnInvalidSize),
            (5, 5, 0, kCVReturnInvalidPixelFormat), (.max, 5, kCVPixelFormatType_32BGRA, kCVReturnInvalidSize),
            (1 << 40, 1 << 40, kCVPixelFormatType_OneComponent8, kCVReturnInvalidSize),
            (1 << 30, 1 << 31, kCVPixelFormatType_OneComponent8, kCVReturnAllocationFailed),
        ] as [(Int, Int, OSType, CVReturn)])
    func rejectsImpossibleSizesAndFormats(width: Int, height: Int, format: OSType, expected: CVReturn) {
        var buffer: CVPixelBuffer?
        #expect(CVPixelBufferCreate(kCFAllocatorDefault, width, height, format, nil, &buffer) == expected)
        #expect(buffer == nil)
    }

    @Test func rejectsMemoryWithShortRowsOrMissingPlanes() {
        var byte: UInt8 = 0
        withUnsafeMutableBytes(of: &byte) { memory in
            guard let address = memory.baseAddress else { return }
            func make(_ width: Int, _ format: OSType, _ bytesPerRow: Int) -> CVReturn {
                var buffer: CVPixelBuffer?
                return CVPixelBufferCreateWithBytes(
                    kCFAllocatorDefault, width, 1, format, address, bytesPerRow, nil, nil, nil, &buffer)
            }
            #expect(make(9, kCVPixelFormatType_32BGRA, 35) == kCVReturnInvalidArgument)
            #expect(make(9, kCVPixelFormatType_32BGRA, -36) == kCVReturnInvalidArgument)
            #expect(make(0, kCVPixelFormatType_32BGRA, 36) == kCVReturnInvalidSize)
            #expect(make(9, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, 9) == kCVReturnInvalidPixelFormat)
        }
    }

    @Test func acceptsAttributesAsClientsWriteThem() throws {
        let attributes =
            [
                kCVPixelBufferCGImageCompatibilityKey: kCFBooleanTrue!,
                kCVPixelBufferCGBitmapContextCompatibilityKey: kCFBooleanTrue!,
                kCVPixelBufferIOSurfacePropertiesKey: [:] as [String: Any],
            ] as CFDictionary
        var buffer: CVPixelBuffer?
        CVPixelBufferCreate(kCFAllocatorDefault, 4, 4, kCVPixelFormatType_32BGRA, attributes, &buffer)
        #expect(buffer != nil)
        let options: [String: Any] = [
            kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA),
            String(kCVPixelBufferWidthKey): 4, kCVPixelBufferHeightKey as String: NSNumber(value: 4),
        ]
        #expect(options["PixelFormatType"] as? Int == 0x4247_5241)
        CVPixelBufferCreate(nil, 4, 4, kCVPixelFormatType_32BGRA, options as CFDictionary, &buffer)
        CVPixelBufferCreate(nil, 4, 4, kCVPixelFormatType_32BGRA, [:] as CFDictionary, &buffer)
        let made = try #require(buffer)
        let none: CVOptionFlags = 0
        CVPixelBufferLockBaseAddress(made, CVPixelBufferLockFlags(rawValue: none))
        CVPixelBufferUnlockBaseAddress(made, CVPixelBufferLockFlags(rawValue: 0))
    }
}
