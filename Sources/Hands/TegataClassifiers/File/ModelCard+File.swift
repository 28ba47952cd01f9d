extension ModelCard {
    init(_ reader: inout ByteReader) throws(ClassifierFileError) {
        self.init()
        dataHash = try reader.text("data hash")
        for _ in 0..<(try reader.count("example counts", ofSize: 4)) {
            exampleCounts.append(Int(clamping: try reader.integer("example counts", as: UInt32.self)))
        }
        seed = try reader.integer("seed")
        iterations = Int(clamping: try reader.integer("iterations", as: UInt32.self))
        for _ in 0..<(try reader.count("metrics", ofSize: 12)) {
            metrics.append(ModelCardMetric(name: try reader.text("metric"), value: try reader.double("metric")))
        }
        version = try reader.text("version of the program")
        for _ in 0..<(try reader.count("metadata", ofSize: 8)) {
            metadata.append(ModelCardEntry(key: try reader.text("metadata"), value: try reader.text("metadata")))
        }
    }

    func write(to writer: inout ByteWriter) {
        writer.text(dataHash)
        writer.integer(UInt32(exampleCounts.count))
        for count in exampleCounts { writer.integer(UInt32(clamping: count)) }
        writer.integer(seed)
        writer.integer(UInt32(clamping: iterations))
        writer.integer(UInt32(metrics.count))
        for metric in metrics {
            writer.text(metric.name)
            writer.double(metric.value)
        }
        writer.text(version)
        writer.integer(UInt32(metadata.count))
        for entry in metadata {
            writer.text(entry.key)
            writer.text(entry.value)
        }
    }
}
