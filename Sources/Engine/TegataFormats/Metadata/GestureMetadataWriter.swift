/// Writes the metadata of a gesture classifier in the same form as MediaPipe's trainer.
package enum GestureMetadataWriter {
    /// The name of the label file that is appended to the network.
    package static let labelFile = "labels.txt"

    /// Returns the content of a `TFLITE_METADATA` buffer. Scores below `scoreThreshold` are ignored.
    package static func bytes(scoreThreshold: Float) -> [UInt8] {
        var writer = FlatBufferWriter()
        let input = tensor(
            "embedding", "Embedding feature vector from gesture embedder.", range: nil, units: [], files: [], &writer)
        let threshold = writer.table([.float(scoreThreshold)])
        let unit = writer.table([.uint8(3), .reference(threshold)])
        let fileName = writer.string(labelFile)
        let fileDescription = writer.string("Labels for categories that the model can recognize.")
        let labels = writer.table([
            .reference(fileName), .reference(fileDescription), .uint8(AssociatedFile.Kind.axisLabels.rawValue),
        ])
        let output = tensor(
            "scores", "Hand gesture category scores.", range: 0...1, units: [unit], files: [labels], &writer)
        let subgraph = writer.table([
            nil, nil, .reference(writer.vector([input])), .reference(writer.vector([output])),
        ])
        let name = writer.string("HandGestureRecognition")
        let description = writer.string("Recognize the hand gesture in the image.")
        let version = writer.string("1.0.0")
        let root = writer.table([
            .reference(name), .reference(description), nil, .reference(writer.vector([subgraph])), nil, nil, nil,
            .reference(version),
        ])
        return writer.finish(root, identifier: "M001")
    }

    private static func tensor(
        _ name: String, _ description: String, range: ClosedRange<Float>?, units: [FlatBufferWriter.Reference],
        files: [FlatBufferWriter.Reference], _ writer: inout FlatBufferWriter
    ) -> FlatBufferWriter.Reference {
        let name = writer.string(name)
        let description = writer.string(description)
        let properties = writer.table([])
        let content = writer.table([.uint8(1), .reference(properties)])
        let limits: [FlatBufferWriter.Value?] =
            range.map { [.reference(writer.vector([$0.upperBound])), .reference(writer.vector([$0.lowerBound]))] } ?? []
        let stats = writer.table(limits)
        return writer.table([
            .reference(name), .reference(description), nil, .reference(content),
            units.isEmpty ? nil : .reference(writer.vector(units)), .reference(stats),
            files.isEmpty ? nil : .reference(writer.vector(files)),
        ])
    }
}
