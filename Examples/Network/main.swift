import TegataBuffers
import TegataInference

let network = try Network(Bytes(mappingFileAt: "palm_detection_full.tflite"), file: "palm_detection_full.tflite")
let session = Session(network, team: ThreadTeam(count: 2))
session.withInput(0) { pixels in
    for index in pixels.indices { pixels[index] = 0.5 }
}
session.run()
print(session.output(1).max() ?? 0)
