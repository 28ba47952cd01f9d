import CTegataDevice
import TegataBuffers
import TegataHands

extension ExternalNetworks {
    /// Reads the networks of a caller, whose function must stay callable.
    init(_ networks: tegata_device_networks) throws(TegataError) {
        guard let run = networks.run else {
            throw TegataError(failedNetwork: "networks.run is null; set it to the function that runs networks")
        }
        let context = networks.context
        self.init { call throws(TegataError) in
            var outputs: [4 of UnsafeMutableRawPointer?] = .init(repeating: nil)
            for index in call.outputs.indices { outputs[index] = call.outputs[index].bytes.baseAddress }
            let status = withUnsafeBytes(of: &outputs) { outputs in
                run(
                    context, call.network.rawValue, call.input.bytes.baseAddress,
                    outputs.assumingMemoryBound(to: UnsafeMutableRawPointer?.self).baseAddress)
            }
            if status != 0 { throw TegataError(failedNetwork: "the function that runs networks has failed") }
        }
        palmDetector = try ExternalNetwork(networks.palm_detector, for: .palmDetector)
        handLandmarks = try ExternalNetwork(networks.hand_landmarks, for: .handLandmarks)
    }
}

extension ExternalNetwork {
    fileprivate init(_ network: tegata_device_network, for kind: NetworkCall.Network) throws(TegataError) {
        self.init()
        input = try TensorEncoding(network.input)
        let given = network.outputs
        for encoding in [given.0, given.1, given.2, given.3].prefix(kind.outputCount) {
            outputs.append(try TensorEncoding(encoding))
        }
    }
}

extension TensorEncoding {
    fileprivate init(_ encoding: tegata_device_encoding) throws(TegataError) {
        guard let element = Element(rawValue: encoding.element) else {
            throw TegataError(failedNetwork: "a tensor has an unknown type of elements; choose one from 0 to 3")
        }
        self.init(element, scale: encoding.scale, zeroPoint: encoding.zero_point)
    }
}
