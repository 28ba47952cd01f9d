import CTegataLibrary
import Foundation
import TegataBuffers
import TegataHands
import TegataInference
import TegataTestSupport
import Testing

@Suite("Networks of the caller of Tegata's C interface", .enabled(if: hasLandmarker, "needs hand_landmarker.task"))
struct TrackerNetworksTests {
    /// The engine's own networks behind a function of C.
    private final class Function {
        private let sessions: [Session]
        var counts: [Int32] = []
        var status: Int32 = 0
        private let message = strdup("the card was removed")

        init() throws {
            let networks = try HandNetworks(bundle: Bytes(mapping: landmarkerPath), file: "hand_landmarker.task")
            sessions = [networks.palmDetector, networks.handLandmarks].map {
                Session($0, team: ThreadTeam(count: 1))
            }
        }

        deinit { free(message) }

        func run(_ call: UnsafeMutablePointer<tegata_network_call>) -> Int32 {
            guard status == 0 else {
                call.pointee.message = UnsafePointer(message)
                return status
            }
            counts.append(call.pointee.count)
            let session = sessions[Int(call.pointee.network)]
            let outputs = call.pointee.outputs
            for image in 0..<Int(call.pointee.count) {
                guard let images = call.pointee.input.data?.assumingMemoryBound(to: Float.self) else { return 1 }
                session.withInput(0) { input in
                    for index in input.indices { input[index] = images[image * input.count + index] }
                }
                session.run()
                for (index, tensor) in [outputs.0, outputs.1, outputs.2, outputs.3].enumerated()
                where index < call.pointee.output_count {
                    let numbers = session.output(index)
                    tensor.data?.assumingMemoryBound(to: Float.self).advanced(by: image * numbers.count).update(
                        from: numbers, count: numbers.count)
                }
            }
            return 0
        }

        /// Creates a tracker that calls this function, without a model.
        func tracker(_ change: (inout tegata_networks) -> Void = { _ in }) throws -> OpaquePointer? {
            var networks = tegata_networks()
            networks.context = Unmanaged.passUnretained(self).toOpaque()
            networks.run = { context, call in
                guard let context, let call else { return 1 }
                return Unmanaged<Function>.fromOpaque(context).takeUnretainedValue().run(call)
            }
            change(&networks)
            var made: OpaquePointer?
            try withUnsafePointer(to: networks) { networks in
                var options = tegata_options()
                tegata_options_init(&options, MemoryLayout<tegata_options>.size)
                options.threads = 1
                options.networks = networks
                try tegata { tegata_tracker_create(&options, &made, $0) }
            }
            return made
        }
    }

    /// Returns the landmarks of the hands in a picture.
    private func landmarks(_ tracker: OpaquePointer?, _ picture: RGBPicture) throws -> [[[Float]]] {
        try picture.bytes.withUnsafeBytes { memory in
            var image = tegata_image()
            image.format = Int32(TEGATA_RGB.rawValue)
            (image.width, image.height) = (Int32(picture.width), Int32(picture.height))
            image.planes.0 = tegata_plane(bytes: memory.baseAddress, byte_count: memory.count, row_stride: 0)
            var result: UnsafeMutablePointer<tegata_result>?
            try tegata { tegata_tracker_detect(tracker, &image, nil, &result, $0) }
            defer { tegata_result_free(result) }
            let answer = try #require(result).pointee
            return (0..<answer.hand_count).map { points(of: answer.hands[$0].landmarks) }
        }
    }

    @Test("the engine's networks behind a function give the engine's results", arguments: [1, 2] as [Int32])
    func results(batch: Int32) throws {
        let picture = try renderedHands("two_hands_mixed")
        let function = try Function()
        let tracker = try function.tracker { $0.hand_landmarks.batch = batch }
        defer { tegata_tracker_free(tracker) }
        #expect(try landmarks(tracker, picture) == pipelineHands([picture])[0].map { numbers($0.landmarks) })
        #expect(function.counts == (batch == 1 ? [1, 1, 1] : [1, 2]))
    }

    @Test("errors of the function are the errors of the tracker")
    func errors() throws {
        let function = try Function()
        let tracker = try function.tracker()
        defer { tegata_tracker_free(tracker) }
        function.status = 7
        let fault = #expect(throws: Fault.self) { try landmarks(tracker, renderedHands("no_hand")) }
        #expect(fault == Fault(status: TEGATA_FAILED_NETWORK, message: "the card was removed", file: "", place: ""))
        function.status = 0
        #expect(try landmarks(tracker, renderedHands("no_hand")).isEmpty)
    }

    @Test("rejects impossible descriptions")
    func descriptions() throws {
        func message(_ change: (inout tegata_networks) -> Void) throws -> String? {
            let fault = #expect(throws: Fault.self) { try Function().tracker(change) }
            #expect(fault?.status == TEGATA_INVALID_ARGUMENT)
            return fault?.message
        }
        #expect(try message { $0.run = nil }?.contains("networks.run") == true)
        #expect(
            try message { $0.palm_detector.input.element = 9 }
                == "networks.palm_detector has an element 9; choose one of tegata_element.")
        #expect(try message { $0.palm_detector.input.element = 2 }?.contains("scale 0.0") == true)
        #expect(try message { $0.hand_landmarks.batch = -1 }?.contains("takes -1 images") == true)
    }
}
