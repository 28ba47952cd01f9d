import TegataBuffers
import TegataClassifiers
import Testing

struct ClassifierFileTests {
    private func roundTrip(_ file: ClassifierFile) throws {
        let bytes = file.bytes
        let read = try ClassifierFile(Bytes(bytes), file: "a.tegata")
        #expect(read == file)
        #expect(read.bytes == bytes)
    }

    @Test func readsWhatItWrites() throws {
        try roundTrip(.pose(Samples.pose()))
        try roundTrip(.action(Samples.action()))
        try roundTrip(.embedding(Samples.embedding()))
    }

    @Test func keepsTheModelCard() throws {
        var file = ClassifierFile.pose(Samples.pose())
        file.card.metadata.append(ModelCardEntry(key: "author", value: "名"))
        let read = try ClassifierFile(Bytes(file.bytes), file: "a.tegata")
        #expect(read.card.metadata.last == ModelCardEntry(key: "author", value: "名"))
        #expect(read.card[metric: "accuracy"] == 0.5)
        #expect(read.card.exampleCounts == [3, 4])
        #expect(read.head.labels == ["one", "two"])
    }

    @Test func rejectsBytesOfOtherFormats() {
        for bytes in [[], Array("PK".utf8), [UInt8](repeating: 0, count: 200)] {
            #expect(throws: ClassifierFileError(file: "x", problem: .notAClassifier)) {
                try ClassifierFile(Bytes(bytes), file: "x")
            }
        }
    }

    @Test func rejectsTruncatedFiles() {
        let bytes = ClassifierFile.pose(Samples.pose()).bytes
        for count in stride(from: 0, to: bytes.count, by: 7) {
            #expect(throws: ClassifierFileError.self) {
                try ClassifierFile(Bytes(Array(bytes.prefix(count))), file: "x")
            }
        }
    }

    @Test func rejectsChangedBytes() {
        var bytes = ClassifierFile.pose(Samples.pose()).bytes
        bytes[40] ^= 1
        #expect(throws: ClassifierFileError(file: "x", problem: .checksum)) {
            try ClassifierFile(Bytes(bytes), file: "x")
        }
    }

    /// The checksum is recomputed after each change, so that the checks of the individual parts are tested.
    @Test func survivesDamagedFilesWithValidChecksums() throws {
        var chance = Chance(state: 1)
        let hand = Samples.hand()
        for file in [
            ClassifierFile.pose(Samples.pose()), .action(Samples.action()), .embedding(Samples.embedding()),
        ] {
            let body = Array(file.bytes.dropLast(64))
            var readCount = 0
            for round in 0..<400 {
                var changed = body
                if round % 4 == 0 { changed = Array(changed.prefix(12 + chance.index(below: body.count - 12))) }
                for _ in 0...round % 5 {
                    // Half of the changes affect the small numbers at the beginning.
                    let limit = round % 2 == 0 ? min(120, changed.count) : changed.count
                    let place = min(10 + chance.index(below: limit), changed.count - 1)
                    changed[place] = chance.index(below: 3) == 0 ? 0xFF : UInt8(chance.index(below: 256))
                }
                let bytes = changed + Array(sha256(Bytes(changed)).utf8)
                guard let read = try? ClassifierFile(Bytes(bytes), file: "x") else { continue }
                readCount += 1
                switch read {
                case .pose(let classifier): _ = classifier.predict(hand)
                case .action(let classifier) where classifier.features.windowSize < 1000:
                    _ = classifier.predict([HandKeyPoints](repeating: hand, count: classifier.features.windowSize))
                case .action: break
                case .embedding(let head): _ = head.predict([Float](repeating: 1, count: 128))
                }
            }
            #expect(readCount > 0)
        }
    }

    /// Limits the number of layers, because a layer that takes one byte in the file can take a long time to compute.
    @Test func rejectsNetworksThatTakeTooLong() {
        let shape = LayerShape(frames: 1, channels: 2)
        #expect(ClassifierNetwork(input: shape, layers: Array(repeating: .silu, count: 64)) != nil)
        #expect(ClassifierNetwork(input: shape, layers: Array(repeating: .silu, count: 65)) == nil)
        let wide = LayerShape(frames: 1, channels: ClassifierNetwork.largestValue)
        #expect(ClassifierNetwork(input: wide, layers: Array(repeating: .silu, count: 3)) != nil)
        #expect(ClassifierNetwork(input: wide, layers: Array(repeating: .silu, count: 4)) == nil)
    }

    @Test func rejectsTooManyLabels() {
        let bytes = ClassifierFile.form.bytes { writer in
            // This kind starts with its labels, which are all empty.
            writer.integer(2 as UInt16)
            writer.integer(4097 as UInt32)
            for _ in 0..<4097 { writer.text("") }
        }
        let error = ClassifierFileError(file: "x", place: "labels, byte 16", problem: .aboveLimit(4096))
        #expect(throws: error) { try ClassifierFile(Bytes(bytes), file: "x") }
        #expect(error.description == "x: labels, byte 16: at most 4096 are supported; train with fewer")
    }

    @Test(arguments: [1000.5, 1.7e308]) func rejectsFrameRatesAboveTheLimit(rate: Double) {
        var body = Array(ClassifierFile.action(Samples.action()).bytes.dropLast(64))
        // The rate comes after signature, version, kind, mirroring and window.
        for index in 0..<8 { body[17 + index] = UInt8(truncatingIfNeeded: rate.bitPattern >> (8 * index)) }
        let bytes = body + Array(sha256(Bytes(body)).utf8)
        #expect(throws: ClassifierFileError(file: "x", place: "frame rate, byte 25", problem: .aboveLimit(1000))) {
            try ClassifierFile(Bytes(bytes), file: "x")
        }
    }

    @Test func givesProbabilitiesDespiteHugeWeights() throws {
        let huge: Float = 3e38
        let network = try #require(
            ClassifierNetwork(
                input: LayerShape(frames: 1, channels: 2),
                layers: [
                    .dense(weights: [huge, -huge, huge, -huge], bias: [huge, -huge]),
                    .dense(weights: [huge, huge, -huge, huge, -huge, -huge], bias: [0, 0, 0]),
                ]))
        let head = try #require(
            ClassifierHead(
                labels: ["a", "b"], background: 0, network: network, hasUnknownOutput: true, unknownBias: huge))
        for input: [Float] in [[1, 1], [-1, 1], [0, 0]] {
            let (probabilities, logits) = (head.predict(input).probabilities, head.measure(input).logits)
            #expect(probabilities.allSatisfy { $0 >= 0 && $0 <= 1 })
            #expect(abs(probabilities.reduce(0, +) - 1) < 1e-6)
            #expect(logits.allSatisfy { $0.isFinite })
        }
        #expect(softmax([.infinity, .nan, -.infinity] as [Float]) == [1, 0, 0])
        #expect(softmax([.nan, .nan] as [Float], temperature: .leastNonzeroMagnitude) == [0.5, 0.5])
    }

    /// All training files share one container format; a file that does not match it is rejected with the reason.
    @Test func rejectsIncompleteSealedFiles() throws {
        for version: UInt16? in [nil, 3] {
            let form = SealedFile(signature: "TEGATAXX", version: version)
            let bytes = form.bytes { $0.text("all") }
            #expect(form.isStart(of: Bytes(bytes)) && !ClassifierFile.isClassifier(Bytes(bytes)))
            func read(_ bytes: [UInt8]) throws(ClassifierFileError) -> String {
                try form.read(Bytes(bytes), file: "f") { (reader) throws(ClassifierFileError) in
                    try reader.text("text")
                }
            }
            func problem(_ bytes: [UInt8]) -> ClassifierFileError.Problem? {
                do throws(ClassifierFileError) {
                    _ = try read(bytes)
                    return nil
                } catch { return error.problem }
            }
            #expect(try read(bytes) == "all")
            let sealed = form.bytes {
                $0.text("all")
                $0.flag(true)
            }
            #expect(problem(sealed) == .bytesLeft(count: 1))
            for count in 0..<bytes.count { #expect(problem(Array(bytes.prefix(count))) != nil) }
            #expect(problem(Array(bytes.prefix(60))) == .truncated(needed: version == nil ? 72 : 74, available: 60))
            #expect(problem(Array("TEGATAYY".utf8) + bytes.dropFirst(8)) == .notAClassifier)
            var changed = bytes
            changed[bytes.count - 66] ^= 1
            #expect(problem(changed) == .checksum)
            if version != nil {
                changed[8] = 4
                #expect(problem(changed) == .version(found: 4, newest: 3))
            }
        }
    }

    @Test func namesFileAndPlaceInErrors() {
        let body = Array(ClassifierFile.pose(Samples.pose()).bytes.dropLast(64).prefix(30))
        let bytes = body + Array(sha256(Bytes(body)).utf8)
        #expect {
            try ClassifierFile(Bytes(bytes), file: "poses.tegata")
        } throws: { error in
            "\(error)".hasPrefix("poses.tegata: label 1, byte ") || "\(error)".hasPrefix("poses.tegata: label")
        }
        let newer = ClassifierFileError(file: "f", place: "version, byte 10", problem: .version(found: 9, newest: 1))
        #expect(
            newer.description
                == "f: version, byte 10: version 9 is newer than 1, the newest supported version; update Tegata")
    }
}
