import TegataBuffers
import TegataFormats

@_cdecl("tegata_run_network")
public func runNetwork(
    model: UnsafeRawPointer, modelSize: Int, input: UnsafePointer<Float>, inputCount: Int,
    output: @convention(c) (UnsafePointer<CChar>, UnsafePointer<Float>, Int) -> Void,
    message: @convention(c) (UnsafePointer<CChar>) -> Void
) -> Int32 {
    let bytes = Bytes([UInt8](UnsafeRawBufferPointer(start: model, count: modelSize)))
    do {
        let model = try TFLiteModel(bytes: bytes, file: "model")
        message("ok \(model.version) \(model.subgraphs.count)")
    } catch {
        message(error.description)
        return 1
    }
    return 0
}
