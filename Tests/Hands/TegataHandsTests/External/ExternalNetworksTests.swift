import AllocationCounter
import TegataBuffers
import TegataHands
import TegataInference
import TegataTestSupport
import Testing

@Suite struct ExternalNetworksTests {
    private let picture = noisePicture(width: 600, height: 400)
    private let team = ThreadTeam(count: 1)

    /// Creates networks that find two palms.
    private func networks() -> FakeNetworks {
        let networks = FakeNetworks()
        networks.addPalm(at: FakeNetworks.anchor(6, 12), logit: 2)
        networks.addPalm(at: FakeNetworks.anchor(18, 12), logit: 1)
        return networks
    }

    @Test func findsTheSameHandsInCallsOfAnySize() throws {
        var expected: [HandResult]?
        for batch in [1, 2, 5] {
            let networks = networks()
            var counts: [Int] = []
            var external = networks.external { call in
                if call.network == .handLandmarks { counts.append(call.count) }
            }
            external.handLandmarks.batch = batch
            var options = HandPipelineOptions()
            options.maximumHandCount = 2
            let pipeline = try external.pipeline(options: options, team: team)
            let hands = try picture.withView { view in
                _ = try pipeline.track(view, milliseconds: 0)
                return try pipeline.track(view, milliseconds: 33)
            }.hands
            #expect(counts == (batch == 1 ? [1, 1, 1, 1] : [2, 2]))
            #expect(hands.count == 2)
            #expect(hands == expected ?? hands)
            expected = hands
        }
        let networks = networks()
        let usual = try networks.pipeline { $0.maximumHandCount = 2 }
        let hands = try picture.withView { view in
            _ = try usual.track(view, milliseconds: 0)
            return try usual.track(view, milliseconds: 33)
        }.hands
        #expect(hands == expected)
    }

    @Test func describesTheTensorsOfACall() throws {
        var shapes: [[[Int]]] = []
        var external = networks().external { call in
            shapes.append([call.input.shape] + call.outputs.map { $0.shape })
            #expect(call.input.bytes.count == call.input.shape.reduce(4, *))
        }
        external.handLandmarks.batch = 3
        var options = HandPipelineOptions()
        options.maximumHandCount = 2
        let pipeline = try external.pipeline(options: options, team: team)
        _ = try picture.withView { try pipeline.detect($0) }
        #expect(
            shapes == [
                [[1, 192, 192, 3], [1, 2016, 18], [1, 2016, 1]],
                [[2, 224, 224, 3], [2, 63], [2, 1], [2, 1], [2, 63]],
            ])
    }

    @Test(arguments: [
        TensorEncoding(.uint8, scale: 1 / 255), TensorEncoding(.int8, scale: 1 / 255, zeroPoint: -128),
        TensorEncoding(.uint8, scale: 0.002, zeroPoint: 3), TensorEncoding(.float16),
    ])
    func encodesImages(_ encoding: TensorEncoding) throws {
        func image(_ encoding: TensorEncoding, threads: Int) throws -> [Float] {
            var values: [Float] = []
            var external = FakeNetworks().external { call in
                values = call.input.bytes.indices.filter { $0 % encoding.element.byteCount == 0 }.map { offset in
                    let bytes = call.input.bytes
                    func decoded(_ byte: Int) -> Float { Float(byte - Int(encoding.zeroPoint)) * encoding.scale }
                    return switch encoding.element {
                    case .float32: bytes.load(fromByteOffset: offset, as: Float.self)
                    case .float16: Float(bytes.load(fromByteOffset: offset, as: Float16.self))
                    case .uint8: decoded(Int(bytes[offset]))
                    case .int8: decoded(Int(Int8(bitPattern: bytes[offset])))
                    }
                }
            }
            external.palmDetector.input = encoding
            let pipeline = try external.pipeline(team: ThreadTeam(count: threads))
            _ = try picture.withView { try pipeline.detect($0) }
            return values
        }
        let expected = try image(.float32, threads: 1)
        for threads in [1, 2] {
            let values = try image(encoding, threads: threads)
            #expect(values.count == expected.count)
            let isHalf = encoding.element == .float16
            let leastByte: Int32 = encoding.element == .uint8 ? 0 : -128
            let least = isHalf ? 0 : encoding.scale * Float(leastByte - encoding.zeroPoint)
            let most = isHalf ? 1 : least + 255 * encoding.scale
            let limit = isHalf ? 0x1p-12 : encoding.scale * 0.5001
            #expect(zip(values, expected).allSatisfy { abs($0 - min(max($1, least), most)) <= limit })
            #expect(Set(values).count > 100)
        }
    }

    @Test func decodesBytesAndHalves() throws {
        let fakes = networks()
        var external = ExternalNetworks { call throws(TegataError) in
            if call.network == .palmDetector {
                fakes.palmDetector.run()
                for (source, target) in zip(fakes.palmDetector.outputs, call.outputs) {
                    for (index, value) in source.enumerated() {
                        if target.encoding.element == .int8 {
                            target.bytes[index] = UInt8(bitPattern: Int8(max(-128, min(127, value * 2 - 5))))
                        } else {
                            target.bytes.storeBytes(of: Float16(value), toByteOffset: 2 * index, as: Float16.self)
                        }
                    }
                }
            } else {
                fakes.handLandmarks.run()
                for (source, target) in zip(fakes.handLandmarks.outputs, call.outputs) {
                    for (index, value) in source.enumerated() {
                        target.bytes[index] = UInt8(clamping: Int((value / target.encoding.scale).rounded()))
                    }
                }
            }
        }
        external.palmDetector.outputs = [
            TensorEncoding(.float16), TensorEncoding(.int8, scale: 0.5, zeroPoint: -5),
        ]
        external.handLandmarks.outputs = [1, 1 / 256, 1 / 256, 1].map { TensorEncoding(.uint8, scale: $0) }
        let pipeline = try external.pipeline(team: team)
        let hand = try #require(try picture.withView { try pipeline.detect($0) }.hands.first)
        #expect(hand.presence == 230.0 / 256)
        #expect(hand.handedness == .right)
        let usual = try fakes.pipeline().detect
        let expected = try #require(try picture.withView { try usual($0, FrameOptions()) }.hands.first)
        for index in 0..<HandPoints.count {
            #expect(hand.landmarks[index].x == expected.landmarks[index].x)
        }
    }

    // MARK: Errors

    @Test func passesOnTheErrorsOfTheFunction() throws {
        let fault = TegataError(failedNetwork: "the card was removed")
        var fails = true
        let pipeline = try networks().external { call throws(TegataError) in
            if fails, call.network == .handLandmarks { throw fault }
        }.pipeline(team: team)
        try picture.withView { view in
            #expect(throws: fault) { try pipeline.detect(view) }
            #expect(throws: fault) { try pipeline.track(view, milliseconds: 5) }
            // The frame does not count, and nothing of the error remains.
            fails = false
            let hands = try pipeline.track(view, milliseconds: 5).hands
            #expect(hands.count == 1)
        }
    }

    @Test(arguments: [
        (NetworkCall.Network.palmDetector, 0, "output 0 of the palm network"),
        (.handLandmarks, 3, "output 3 of the landmark network"),
    ])
    func rejectsOutputsThatAreNotNumbers(network: NetworkCall.Network, output: Int, name: String) throws {
        let fakes = networks()
        for value in [Float.nan, .infinity] {
            let external = ExternalNetworks { call throws(TegataError) in
                try fakes.external().run(call)
                guard call.network == network else { return }
                let numbers = call.outputs[output].bytes.bindMemory(to: Float.self)
                numbers[numbers.count - 1] = value
            }
            let pipeline = try external.pipeline(team: team)
            let fault = #expect(throws: TegataError.self) { try picture.withView { try pipeline.detect($0) } }
            #expect(fault?.kind == .failedNetwork)
            #expect(fault?.description.hasPrefix("\(name) is not finite") == true)
        }
    }

    @Test func rejectsOutputsThatAreNotFilled() throws {
        let pipeline = try ExternalNetworks { _ in }.pipeline(team: team)
        let fault = #expect(throws: TegataError.self) { try picture.withView { try pipeline.detectPalms($0) } }
        #expect(fault?.description.hasPrefix("output 0 of the palm network is not finite") == true)
    }

    @Test func rejectsImpossibleDescriptions() throws {
        func fault(_ change: (inout ExternalNetworks) -> Void) -> String? {
            var external = FakeNetworks().external()
            change(&external)
            let fault = #expect(throws: TegataError.self) { try external.pipeline(team: team) }
            return fault?.description
        }
        #expect(
            fault { $0.palmDetector.input = TensorEncoding(.uint8) }?.hasPrefix(
                "the input of the palm network has bytes with the scale 0.0; ") == true)
        #expect(
            fault { $0.handLandmarks.outputs = [.float32, TensorEncoding(.int8, scale: 1, zeroPoint: 128)] }?.hasPrefix(
                "output 1 of the landmark network has the zero point 128, ") == true)
        #expect(
            fault { $0.handLandmarks.batch = 0 }?.hasPrefix("the landmark network takes 0 images in a call; ") == true)
        #expect(
            fault { $0.palmDetector.outputs = [.float32, .float32, .float32] }?.hasPrefix(
                "the palm network has encodings of 3 outputs; ") == true)
    }

    @Test func allocatesNothingPerFrame() throws {
        let function = networks().external().run
        var ofFunction = 0
        var external = ExternalNetworks { call throws(TegataError) in
            let before = allocationsOnThisThread()
            try function(call)
            ofFunction += allocationsOnThisThread() - before
        }
        external.handLandmarks.batch = 2
        external.handLandmarks.input = TensorEncoding(.int8, scale: 1 / 255, zeroPoint: -128)
        var options = HandPipelineOptions()
        options.maximumHandCount = 2
        let pipeline = try external.pipeline(options: options, team: team)
        try picture.withView { view in
            for time in 0..<3 { _ = try pipeline.track(view, milliseconds: time) }
            var time = 3
            let count = try fewestAllocations(of: 5) {
                ofFunction = 0
                _ = try pipeline.track(view, milliseconds: time)
                time += 1
            }
            #expect(count == ofFunction)
        }
    }
}
