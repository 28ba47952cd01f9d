import CTegataLibrary
import TegataBuffers
import TegataHands

extension ExternalNetworks {
    /// Reads the networks of a caller, whose function must stay callable.
    init(_ networks: tegata_networks) throws(CallError) {
        guard let run = networks.run else { throw .nullPointer("networks.run") }
        let context = networks.context
        self.init { call throws(TegataError) in
            var report = tegata_network_call()
            report.network = call.network.rawValue
            report.count = Int32(call.count)
            report.input = tegata_tensor(call.input)
            report.output_count = Int32(call.outputs.count)
            fillAll(&report.outputs) { $0 < call.outputs.count ? tegata_tensor(call.outputs[$0]) : tegata_tensor() }
            guard run(context, &report) != 0 else { return }
            throw TegataError(
                failedNetwork: report.message.map { String(cString: $0) }
                    ?? "the function that runs networks has failed")
        }
        palmDetector = try ExternalNetwork(networks.palm_detector, .palmDetector, "palm_detector")
        handLandmarks = try ExternalNetwork(networks.hand_landmarks, .handLandmarks, "hand_landmarks")
    }
}

extension ExternalNetwork {
    fileprivate init(
        _ network: tegata_network, _ kind: NetworkCall.Network, _ field: String
    ) throws(CallError) {
        self.init()
        input = try TensorEncoding(network.input, field)
        let given = network.outputs
        for encoding in [given.0, given.1, given.2, given.3].prefix(kind.outputCount) {
            outputs.append(try TensorEncoding(encoding, field))
        }
        batch = network.batch == 0 ? 1 : Int(network.batch)
    }
}

extension TensorEncoding {
    fileprivate init(_ encoding: tegata_encoding, _ field: String) throws(CallError) {
        guard let element = Element(rawValue: encoding.element) else {
            throw CallError(
                .invalidArgument,
                "networks.\(field) has an element \(encoding.element); choose one of tegata_element.")
        }
        self.init(element, scale: encoding.scale, zeroPoint: encoding.zero_point)
    }
}

extension tegata_tensor {
    fileprivate init(_ tensor: NetworkTensor) {
        self.init()
        data = tensor.bytes.baseAddress
        byte_count = tensor.bytes.count
        dimension_count = Int32(tensor.shape.count)
        fillAll(&shape) { $0 < tensor.shape.count ? Int32(tensor.shape[$0]) : 1 }
        encoding = tegata_encoding(
            element: tensor.encoding.element.rawValue, scale: tensor.encoding.scale,
            zero_point: tensor.encoding.zeroPoint)
    }
}
