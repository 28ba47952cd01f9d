import TegataAnswers
import TegataClassifiers

extension ClassifierReport {
    func write(to json: inout JSONWriter) {
        let head = file.head
        json.object("classifier") { json in
            json.member("address", name)
            json.member("kind", kind)
            json.member("labels", head.labels)
            json.member("background", background)
            if let mirroring { json.member("mirroring", mirroring.name) }
            if let isRotationInvariant { json.member("rotationInvariant", isRotationInvariant) }
            if let window {
                json.member("window", window.frames)
                json.member("frameRate", window.rate)
            }
            json.member("input", [head.network.input.frames, head.network.input.channels])
            json.array("layers", layers) { json, layer in
                json.object { json in
                    json.member("kind", layer.kind)
                    json.member("output", [layer.shape.frames, layer.shape.channels])
                    json.member("parameters", layer.parameterCount)
                }
            }
            json.member("parameters", parameterCount)
            json.member("temperature", head.temperature)
            json.member("confidenceThreshold", head.confidenceThreshold)
            json.member("unknownOutput", head.hasUnknownOutput)
            json.member("noveltyThreshold", head.novelty.map { $0.threshold })
            write(file.card, to: &json)
        }
    }

    private func write(_ card: ModelCard, to json: inout JSONWriter) {
        json.object("card") { json in
            json.member("dataHash", card.dataHash)
            json.member("exampleCounts", card.exampleCounts)
            json.member("seed", card.seed)
            json.member("iterations", card.iterations)
            json.object("metrics") { json in
                for metric in card.metrics { json.member(metric.name, metric.value) }
            }
            json.member("version", card.version)
            json.object("metadata") { json in
                for entry in card.metadata { json.member(entry.key, entry.value) }
            }
        }
    }
}
