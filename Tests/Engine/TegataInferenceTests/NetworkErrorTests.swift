import TegataBuffers
import TegataFormats
import TegataGraph
import TegataInference
import TegataKernelABI
import TegataKernelSelection
import TegataTestSupport
import Testing

@Suite struct NetworkErrorTests {
    /// A valid network with one operator.
    private static var file: Bytes {
        var builder = TFLiteBuilder()
        let (x, y) = (builder.tensor("x", [1, 4]), builder.tensor("y", [1, 4]))
        builder.operation(.relu, inputs: [x], outputs: [y])
        builder.inputs = [x]
        builder.outputs = [y]
        return Bytes(builder.bytes())
    }

    private func error(_ bytes: Bytes, _ options: NetworkOptions = NetworkOptions()) -> TegataError? {
        do {
            _ = try Network(bytes, file: "a.tflite", options: options)
            return nil
        } catch { return error }
    }

    @Test func rejectsFilesThatAreNotNetworks() {
        #expect(error(Self.file) == nil)
        let tooSmall = ModelFormatError(
            file: "a.tflite", place: "byte 0x0", problem: .tooSmall(byteCount: 0, minimum: 8))
        #expect(error(.empty) == TegataError(tooSmall))
        #expect(error(.empty)?.kind == .unusableModel)
        #expect(error(.empty)?.file == "a.tflite")
    }

    @Test func rejectsNetworksThatCannotRun() {
        var builder = TFLiteBuilder()
        builder.outputs = [builder.tensor("result", [1])]
        let found = error(Bytes(builder.bytes()))
        #expect(found?.kind == .unusableModel)
        #expect(found?.file == "a.tflite")
        #expect(found?.place == "tensor 0 (\"result\")")
        #expect(
            found?.description
                == "a.tflite: tensor 0 (\"result\"): is an output of the network, but nothing computes it; the file is damaged"
        )
    }

    @Test func reportsMissingLevelsAsUnavailable() {
        let found = error(Self.file, NetworkOptions(level: "sse9"))
        #expect(found?.kind == .unavailable)
        #expect(found?.file == "" && found?.place == "")
        #expect(found?.description.hasPrefix("there is no CPU level named 'sse9'; this machine has ") == true)
    }

    @Test func reportsMissingHalfPrecisionAsUnavailable() {
        let found = error(Self.file, NetworkOptions(precision: .half))
        guard !kernelLevels(of: .float16).contains(where: { $0.isSupported }) else {
            #expect(found == nil)
            return
        }
        #expect(found == TegataError(KernelSelectionError.noFloat16))
        #expect(found?.kind == .unavailable)
    }

    @Test func rejectsHalfPrecisionWithOpenBLAS() {
        let detailed = NetworkError.precisionWithOpenBLAS
        #expect(
            detailed.description
                == "OpenBLAS can only compute in single precision; use Tegata's own kernels or single precision")
        #expect(TegataError(detailed).kind == .invalidArgument)
        guard kernelLevels(of: .float16).contains(where: { $0.isSupported }) else { return }
        #expect(error(Self.file, NetworkOptions(backend: .blas, precision: .half)) == TegataError(detailed))
    }

    @Test func rejectsUnknownPasses() {
        let detailed = NetworkError.unknownPass("fuse-everything")
        let found = error(Self.file, NetworkOptions(disabledPasses: ["fuse-everything"]))
        #expect(found == TegataError(detailed))
        #expect(found?.kind == .invalidArgument)
        #expect(found?.file == "" && found?.place == "")
        #expect(found?.description == detailed.description)
    }
}
