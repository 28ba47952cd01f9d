import TegataClassifiers
import TegataTrainingData
import Testing

/// Training examples created from extracted hands.
@Suite struct ExamplesTests {
    private func hand(_ x: Float, _ chirality: Chirality = .right) -> ExtractedHand {
        let points = HandKeyPoints(chirality: chirality) { (x + 0.01 * Float($0), 0.02 * Float($0), 1) }
        return ExtractedHand(
            keyPoints: points, worldPoints: [], presence: 1, rightProbability: 1,
            embedding: [Float](repeating: x, count: 128))
    }

    private func pictures(_ labels: [(String, String?)]) throws -> DataSet {
        var builder = DataSetBuilder(kind: .poses)
        for (index, (label, group)) in labels.enumerated() {
            let path = "\(index).jpg"
            builder.add(.picture(PictureItem(path: path)), label: label, group: group, place: DataPlace(file: path))
        }
        return try builder.dataSet(paths: [])
    }

    @Test func usesEveryHandOfABackgroundImage() throws {
        let set = try pictures([("rock", "anna"), ("none", nil), ("rock", "anna"), ("rock", nil), ("rock", nil)])
        var late = hand(0.4)
        late.views = [hand(0.5)]
        let data = ExtractedDataSet(
            dataSet: set,
            items: [
                .picture(hands: [hand(0.1), hand(0.2, .left)], chosen: 1),
                .picture(hands: [hand(0.1), hand(0.3)], chosen: 0), .picture(hands: [late], chosen: 0),
                .picture(hands: [], chosen: nil), .failed,
            ], notices: [])
        let poses = data.poses
        #expect(
            poses.sources == [
                ExampleSource(item: 0, hand: 1), ExampleSource(item: 1, hand: 0), ExampleSource(item: 1, hand: 1),
                ExampleSource(item: 2, hand: 0),
            ])
        #expect(poses.examples.map(\.label) == [1, 0, 0, 1])
        #expect(poses.examples.map(\.group) == [0, 1, 1, 0])
        #expect(poses.groups == ["anna", "1.jpg"])
        #expect(poses.examples[3].variants == [hand(0.5).keyPoints])
        #expect(data.embeddings.examples[3].variants == [[Float](repeating: 0.5, count: 128)])
        var rock = ClassCount(label: "rock")
        (rock.items, rock.withoutHand, rock.withSeveralHands, rock.unreadable) = (4, 1, 1, 1)
        (rock.left, rock.right) = (1, 1)
        #expect(data.counts[1] == rock)
        #expect(data.place(of: poses.sources[3]).file == "2.jpg")
    }

    @Test func findsTheSequenceOfAnActionExample() throws {
        var builder = DataSetBuilder(kind: .actions)
        builder.add(.clip(ClipItem(path: "a.mp4")), label: "a", place: DataPlace(file: "a.mp4"))
        builder.add(.clip(ClipItem(path: "b.mp4")), label: "b", place: DataPlace(file: "b.mp4"))
        let sequence = HandSequence(frames: [hand(0.1).keyPoints, hand(0.2).keyPoints], frameRate: 15)
        let data = ExtractedDataSet(
            dataSet: try builder.dataSet(paths: []), items: [.failed, .clip([sequence])], notices: [])
        let actions = data.actions(frameRate: 30)
        #expect(actions.examples.map(\.frames.count) == [4])
        #expect(data.sequence(of: actions.sources[0]) == sequence)
        #expect(data.sequence(of: ExampleSource(item: 0, hand: 0)) == nil)
        #expect(data.sequence(of: ExampleSource(item: 1, hand: 1)) == nil)
    }

    @Test func reportsNearDuplicatesAcrossTheSplit() throws {
        let data = ExtractedDataSet(
            dataSet: try pictures([("a", nil), ("b", nil), ("a", nil)]),
            items: [
                .picture(hands: [hand(0.1)], chosen: 0), .picture(hands: [hand(0.6)], chosen: 0),
                .picture(hands: [hand(0.1005)], chosen: 0),
            ], notices: [])
        #expect(data.nearDuplicates(isHeldOut: [false, true, false]) == nil)
        #expect(
            data.nearDuplicates(isHeldOut: [true, false, false])
                == .nearDuplicates(count: 1, first: "0.jpg", second: "2.jpg"))
    }

    @Test func resamplesSequences() {
        let frames = (0..<6).map { hand(Float($0)).keyPoints }
        let sequence = HandSequence(frames: frames, frameRate: 30)
        #expect(sequence.frames(at: 30) == frames)
        #expect(sequence.frames(at: 15) == [frames[0], frames[2], frames[4]])
        #expect(sequence.frames(at: 60).count == 12)
        #expect(HandSequence(frames: [], frameRate: 30).frames(at: 15) == [])
        // A sequence with less than about one frame per minute is not expanded to thousands of frames.
        #expect(HandSequence(frames: frames, frameRate: 0.5).frames(at: 30).count == 360)
        #expect(HandSequence(frames: frames, frameRate: 0.01).frames(at: 30) == frames)
    }

    @Test func convertsTheFirstFrameOfASequence() {
        let frames = (0..<6).map { hand(Float($0)).keyPoints }
        let sequence = HandSequence(frames: frames, frameRate: 30, firstFrame: 91)
        #expect(sequence.firstFrame(at: 30) == 91)
        #expect(sequence.firstFrame(at: 15) == 46)
        #expect(sequence.firstFrame(at: 100) == 303)
        #expect(HandSequence(frames: frames, frameRate: 0, firstFrame: 91).firstFrame(at: 15) == 91)
        #expect(HandSequence(frames: frames, frameRate: 30).firstFrame(at: 15) == 0)
    }

    @Test func usesPointsWithoutExtraction() throws {
        var builder = DataSetBuilder(kind: .poses)
        builder.add(.hand(hand(0.1).keyPoints), label: "a", place: DataPlace(file: "a.csv", row: 1))
        builder.add(.hand(HandKeyPoints()), label: "b", place: DataPlace(file: "a.csv", row: 2))
        let data = try #require(ExtractedDataSet(pointsOf: try builder.dataSet(paths: [])))
        #expect(data.poses.examples.map(\.hand) == [hand(0.1).keyPoints])
        #expect(data.poses.examples[0].group == nil)
        #expect(data.embeddings.examples.isEmpty)
        #expect(ExtractedDataSet(pointsOf: try pictures([("a", nil), ("b", nil)])) == nil)
    }

    @Test func computesTheOverlapOfBoxes() {
        let box = HandBox(left: 0, top: 0, width: 2, height: 2)
        #expect(box.overlap(with: box) == 1)
        #expect(box.overlap(with: HandBox(left: 1, top: 0, width: 2, height: 2)) == Float(2) / 6)
        #expect(box.overlap(with: HandBox(left: 2, top: 0, width: 2, height: 2)) == 0)
    }
}
