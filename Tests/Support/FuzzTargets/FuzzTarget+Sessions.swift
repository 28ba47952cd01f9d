import CoreGraphics
import CoreML
import CreateML
import Foundation
import TegataBuffers
import TegataClassifiers
import TegataTraining
import TegataTrainingData
import Vision

extension FuzzTarget {
    static let sessions = [
        // A file of a Create ML session or of the training cache, chosen by the first byte. Files that need a checksum
        // get a valid one.
        FuzzTarget("session") { (bytes) throws(MLCreateError) in
            var script = ByteScript(bytes)
            let choice = script.below(7)
            let (parameters, features) = ("parameters.plist", "features")
            let name = [parameters, parameters, "session.plist", features, features, "training", "cached"][choice]
            var content = script.bytes(.max)
            if choice > 2 { content += sha256(Bytes(content)).utf8 }
            try withFile(called: name, content) { (folder, path) throws(MLCreateError) in
                let url = URL(fileURLWithPath: folder)
                switch choice {
                case 0: use(try SessionFolder(url: url).readParameters(.poses))
                case 1: use(try SessionFolder(url: url).readParameters(.actions))
                case 2: use(try SessionFolder(url: url).readState())
                case 3: use(try SessionFolder.material(of: url, .poses))
                case 4: use(try SessionFolder.material(of: url, .actions(frameRate: 30)))
                case 5: use(try SessionFolder.training(of: url).bytes)
                default: use(FoundFrames(content, key: ""))
                }
            }
        },
        // Coded hands and arrays, as JSON. The first byte chooses the type.
        FuzzTarget("coded") { (bytes) throws(any Error) in
            var script = ByteScript(bytes)
            let decoder = JSONDecoder()
            decoder.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
            let kind = script.below(6)
            let text = Data(script.bytes(.max))
            switch kind {
            case 0:
                let hand = try decoder.decode(VNHumanHandPoseObservation.self, from: text)
                use(try hand.recognizedPoints(.all))
                use((hand.chirality, hand.timeRange, hand.description))
            case 1:
                let hand = try decoder.decode(HumanHandPoseObservation.self, from: text)
                use((hand.allJoints(), hand.chirality, hand.timeRange))
            case 2:
                let array = try decoder.decode(MLShapedArray<Float>.self, from: text)
                use((array.scalars, "\(array)"))
            case 3: use(try decoder.decode(MLCheckpoint.self, from: text).metrics)
            case 4: use(try decoder.decode(CGAffineTransform.self, from: text).inverted())
            default: use(try decoder.decode(CGVector.self, from: text))
            }
        },
    ]
}
