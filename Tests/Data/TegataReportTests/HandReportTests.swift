import Foundation
import TegataBuffers
import TegataHands
import TegataImages
import TegataRecords
import TegataReport
import TegataTestSupport
import Testing

struct HandReportTests {
    @Test func writesActionsThatBeginIntoJSONLines() {
        func json(_ events: [ActionEvent]?) -> String {
            FrameRecord(
                source: "a", frame: .init(index: 3, milliseconds: 120), width: 4, height: 2, hands: [],
                actionEvents: events
            ).json
        }
        let start = #"{"source":"a","frame":3,"timestampMs":120,"width":4,"height":2,"hands":[]"#
        #expect(json(nil) == start + "}")
        #expect(json([]) == start + #","actions":[]}"#)
        #expect(
            json([ActionEvent(handIdentifier: 1, name: "wave")])
                == start + #","actions":[{"id":1,"categoryName":"wave"}]}"#)
    }

    @Test func storesTheNumbersOfHands() throws {
        let hands = [hand(0.3, identifier: 7, gesture: "Victory"), hand(0.9, identifier: nil)]
        let page = try ReportPage { report in
            try report.begin(source: "a.mp4", kind: .video, expectedCount: nil)
            try report.append(
                noise(width: 8, height: 4),
                FrameRecord(
                    source: "a.mp4", frame: .init(index: 5, milliseconds: 1 << 40), width: 80, height: 40, hands: hands,
                    hasGestures: true))
        }
        #expect(
            try page.sources == [
                .init(
                    name: "a.mp4", isVideo: true, frameCount: 1, handCount: 2, spacing: 1, blockCount: 1, pictures: [0])
            ])
        let texts = try page.texts
        var (frames, points) = (try page.onlyBlock("frames"), try page.onlyBlock("points"))
        #expect(frames.integer() == 5)
        #expect(frames.integer() == 1 << 40)
        #expect(frames.small() == 0b11)
        #expect(texts[frames.small()] == "a.mp4")
        #expect(frames.smalls(4) == [80, 40, 2, 0])
        for hand in hands {
            // The flags for handedness, landmarks, world landmarks and gestures are set, and for the ID if there is
            // one.
            #expect(frames.small() == (hand.identifier == nil ? 0b11110 : 0b11111))
            #expect(frames.small() == points.offset)
            if let identifier = hand.identifier { #expect(frames.integer() == identifier) }
            #expect(frames.small() == hand.handedness.rawValue)
            #expect(frames.float() == hand.handednessScore)
            #expect(frames.smalls(2).map { texts[$0] } == [hand.handedness.name, hand.handedness.name])
            #expect(frames.small() == (hand.gesture == nil ? 0 : 1))
            if let gesture = hand.gesture {
                #expect(frames.small() == 0xFFFF_FFFF)
                #expect(frames.float() == gesture.score)
                #expect(frames.smalls(2).map { texts[$0] } == [gesture.name, ""])
            }
            for point in Array(hand.landmarks) + Array(hand.worldLandmarks) {
                #expect(points.floats(3) == [point.x, point.y, point.z])
            }
        }
        #expect(frames.isAtEnd && points.isAtEnd)
    }

    @Test func storesMetricHandsOnlyIfTheCameraIsKnown() throws {
        var known = hand(0.3, identifier: 7)
        known.metric = MetricHand(
            points: HandPoints { HandPoint(x: Float($0) / 100, y: 0.2, z: 1 + Float($0 * $0) / 200) },
            distanceUncertainty: 0.07,
            camera: CameraIntrinsics(focalX: 500, focalY: 500, centerX: 320, centerY: 240), isShownAsRight: true)
        let hands = [known, hand(0.9)]
        func page(hasMetric: Bool) throws -> ReportPage {
            try ReportPage(hasMetric: hasMetric) { report in
                try report.begin(source: "a.png", kind: .pictures, expectedCount: 1)
                try report.append(
                    noise(width: 8, height: 4),
                    FrameRecord(source: "a.png", width: 80, height: 40, hands: hands, hasMetric: hasMetric))
            }
        }
        let metric = try #require(known.metric)
        let withCamera = try page(hasMetric: true)
        var (frames, points) = (try withCamera.onlyBlock("frames"), try withCamera.onlyBlock("points"))
        _ = (frames.integer(), frames.integer())
        #expect(frames.smalls(6) == [0, 0, 80, 40, 2, 0])
        // The flags for the ID, handedness, landmarks and world landmarks, and either all metric fields or none.
        #expect(frames.smalls(2) == [0b11_1110_0000_1111, 0])
        #expect(frames.integer() == 7)
        _ = (frames.small(), frames.float(), frames.smalls(2))
        #expect(frames.floats(3) == [metric.position.x, metric.position.y, metric.position.z])
        #expect(frames.float() == 0.07)
        #expect(frames.floats(3) == [metric.palmNormal.x, metric.palmNormal.y, metric.palmNormal.z])
        #expect(frames.float() == metric.pinchAperture)
        #expect(frames.smalls(2) == [0b1110, 3 * 63 * 4])
        for point in Array(known.landmarks) + Array(known.worldLandmarks) + Array(metric.points) {
            #expect(points.floats(3) == [point.x, point.y, point.z])
        }
        #expect(points.offset == 3 * 63 * 4)

        // Without a camera, the page contains neither metric numbers nor code for them.
        let without = try page(hasMetric: false)
        #expect(without.blocks("points")[0].count == 2 * 2 * 63 * 4)
        for word in ["cameraLandmarks", "MetricPage", "metres from the camera"] {
            #expect(withCamera.text.contains(word) && !without.text.contains(word), "\(word)")
        }
    }

    @Test func storesImagesAsJPEG() throws {
        let hand = ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/rendered/thumb_up_right.png").path
        let picture = try RGBImage(readingFileAt: hand)
        let page = try ReportPage { report in
            try report.begin(source: "list", kind: .pictures, expectedCount: 1)
            try report.append(
                picture, FrameRecord(source: hand, width: picture.width, height: picture.height, hands: []))
        }
        let read = try RGBImage(decoding: Bytes(Array(page.blocks("picture")[0])), file: "picture")
        #expect(read.width == picture.width && read.height == picture.height)
        let error = zip(read.pixels, picture.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(Double(error) / Double(picture.pixels.count) < 4)
    }

    @Test(arguments: [
        // There is room for all images, for one image or for a few.
        (HandReport.Kind.video, 100 as Int?, 1280, 720, 1280, 720), (.pictures, 1, 2000, 1500, 2000, 1500),
        (.pictures, 1, 1500, 3000, 750, 1500), (.video, 1, 600, 7, 600, 7),
        // There is only room for small images, or their number is unknown.
        (.video, 100_000, 1280, 720, 640, 360), (.video, 100_000, 1920, 1080, 640, 360),
        (.pictures, 100_000, 1280, 720, 256, 144), (.video, nil, 1280, 720, 640, 360),
    ])
    func scalesImagesToTheirExpectedNumber(
        kind: HandReport.Kind, expectedCount: Int?, width: Int, height: Int, newWidth: Int, newHeight: Int
    ) throws {
        let page = try ReportPage { report in
            try report.begin(source: "a", kind: kind, expectedCount: expectedCount)
            try report.append(
                RGBImage(width: width, height: height),
                FrameRecord(source: "a", width: width, height: height, hands: []))
        }
        let read = try RGBImage(decoding: Bytes(Array(page.blocks("picture")[0])), file: "picture")
        #expect(read.width == newWidth && read.height == newHeight)
    }

    /// A few images get a high JPEG quality; many images use the available room, but no more.
    @Test func choosesTheJPEGQualityByTheBudget() throws {
        let picture = noise(width: 320, height: 240)
        func bytes(expectedCount: Int, budget: Int) throws -> Int {
            let page = try ReportPage(pictureBudget: budget) { report in
                try report.begin(source: "a", kind: .video, expectedCount: expectedCount)
                for frame in 0..<expectedCount {
                    try report.append(
                        picture,
                        FrameRecord(
                            source: "a", frame: .init(index: frame, milliseconds: frame), width: 320, height: 240,
                            hands: []))
                }
            }
            #expect(try page.sources[0].spacing == 1)
            return page.blocks("picture").reduce(0) { $0 + $1.count }
        }
        let finest = try picture.encoded(as: .jpeg, quality: 92).count
        let coarsest = try picture.encoded(as: .jpeg, quality: 70).count
        #expect(try bytes(expectedCount: 4, budget: 5 * finest) == 4 * finest)
        let between = try bytes(expectedCount: 20, budget: 20 * (finest + coarsest) / 2)
        #expect(20 * coarsest < between && between < 20 * (finest + coarsest) / 2)
    }

    @Test func listsFailures() throws {
        let failures = ["a.png: the file is empty; copy or save it again", "</script>.jpg: cannot be read"]
        let page = try ReportPage { report in
            for failure in failures { report.append(failure: failure) }
        }
        var block = try page.onlyBlock("failures")
        #expect(block.small() == 2)
        #expect([block.text(), block.text()] == failures)
        #expect(block.isAtEnd)
        #expect(!page.text.contains(".jpg"))
    }

    @Test func writesLongVideosInBlocks() throws {
        let page = try ReportPage { report in
            for source in ["a", "b"] {
                try report.begin(source: source, kind: .video, expectedCount: nil)
                for frame in 0..<1000 {
                    try report.append(
                        RGBImage(width: 1, height: 1),
                        FrameRecord(
                            source: source, frame: .init(index: frame, milliseconds: frame), width: 1, height: 1,
                            hands: [hand(0.5)]))
                }
            }
        }
        let sources = try page.sources
        #expect(sources.map(\.frameCount) == [1000, 1000])
        #expect(sources.map(\.blockCount) == [3, 3])
        #expect(page.blocks("frames").count == 6 && page.blocks("points").count == 6)
        #expect(page.blocks("points").allSatisfy { $0.count < 200 << 10 })
        #expect(page.blocks("points").reduce(0) { $0 + $1.count } == 2000 * 126 * 4)
    }

    @Test func thinsOutImagesOfTheLargestVideo() throws {
        var asked: [Int] = []
        func picture(_ frame: Int) -> RGBImage {
            asked.append(frame)
            return noise(width: 64, height: 48)
        }
        let page = try ReportPage(pictureBudget: 60_000) { report in
            try report.begin(source: "long", kind: .video, expectedCount: 100)
            for frame in 0..<100 {
                try report.append(
                    picture(frame),
                    FrameRecord(
                        source: "long", frame: .init(index: frame, milliseconds: 40 * frame), width: 64, height: 48,
                        hands: []))
            }
            try report.begin(source: "short", kind: .video, expectedCount: nil)
            try report.append(
                noise(width: 64, height: 48),
                FrameRecord(
                    source: "short", frame: .init(index: 0, milliseconds: 0), width: 64, height: 48, hands: []))
        }
        let sources = try page.sources
        #expect(sources[0].spacing > 1)
        #expect(sources[0].pictures == Array(stride(from: 0, to: 100, by: sources[0].spacing)))
        #expect(sources[0].frameCount == 100 && sources[1].pictures == [0])
        #expect(asked.count < 100)
        let pictures = page.blocks("picture")
        #expect(pictures.count == sources[0].pictures.count + 1)
        #expect(pictures.reduce(0) { $0 + $1.count } <= 60_000)
    }

    @Test func shrinksImagesOfAListBeforeDroppingSome() throws {
        func page(_ budget: Int) throws -> ReportPage {
            try ReportPage(pictureBudget: budget) { report in
                try report.begin(source: "list", kind: .pictures, expectedCount: 4)
                for index in 0..<4 {
                    try report.append(
                        noise(width: 1024, height: 64),
                        FrameRecord(source: "\(index).png", width: 1024, height: 64, hands: []))
                }
            }
        }
        func widths(_ page: ReportPage) throws -> [Int] {
            try page.blocks("picture").map { try RGBImage(decoding: Bytes(Array($0)), file: "picture").width }
        }
        var budget = 1 << 20
        var seen: [[Int]] = []
        repeat {
            let page = try page(budget)
            let widths = try widths(page)
            if seen.last != widths { seen.append(widths) }
            #expect(try page.sources[0].frameCount == 4)
            #expect(try page.sources[0].pictures == Array([0, 2, 1, 3].prefix(widths.count)).sorted())
            budget = page.blocks("picture").reduce(0) { $0 + $1.count } * 9 / 10
        } while seen.last != []
        #expect(
            seen == [[1024, 1024, 1024, 1024], [512, 512, 512, 512], [256, 256, 256, 256], [256, 256], [256], []])
    }

    @Test func escapesNamesInTheReport() throws {
        let name = "</script><script>alert('\"&')</script><!--"
        let page = try ReportPage(title: name) { report in
            try report.begin(source: name, kind: .video, expectedCount: nil)
            try report.append(
                RGBImage(width: 1, height: 1),
                FrameRecord(
                    source: name, frame: .init(index: 0, milliseconds: 0), width: 1, height: 1,
                    hands: [hand(0.5, identifier: 1, gesture: name)], hasGestures: true))
        }
        #expect(!page.text.contains("alert('"))
        #expect(
            page.text.contains(
                "<title>&lt;/script&gt;&lt;script&gt;alert(&#39;&quot;&amp;&#39;)&lt;/script&gt;&lt;!--</title>"))
        #expect(try page.texts == [name, "Right", ""])
        #expect(try page.sources[0].name == name)
    }

    /// Strings that Unicode considers equal but whose bytes differ stay separate.
    @Test func keepsTextsUnchanged() throws {
        let names = ["\u{e9}", "e\u{301}", "", "\u{feff}a\0b\n"]
        let page = try ReportPage { report in
            try report.begin(source: "list", kind: .pictures, expectedCount: nil)
            for name in names + names {
                try report.append(
                    RGBImage(width: 1, height: 1), FrameRecord(source: name, width: 1, height: 1, hands: []))
            }
        }
        #expect(try page.texts.map { Array($0.utf8) } == (["list"] + names).map { Array($0.utf8) })
    }

    @Test func writesASelfContainedPage() throws {
        let page = try ReportPage { _ in }
        #expect(try page.sources == [])
        #expect(page.text.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">") && page.text.hasSuffix("</html>\n"))
        #expect(page.text.contains("default-src 'none'"))
        for word in ["http:", "https:", " src=", "@import", "url(", "innerHTML", "document.write", "eval("] {
            #expect(!page.text.contains(word), "\(word)")
        }
        // One closing tag each for the code and the three blocks of an empty page.
        #expect(page.text.components(separatedBy: "</script").count == 5)
        let looked = page.text.matches(of: /find\("([a-z-]+)"\)/).map { String($0.1) }
        #expect(!looked.isEmpty)
        for identifier in Set(looked) { #expect(page.text.contains("id=\"\(identifier)\""), "\(identifier)") }
    }

    @Test func leavesNoUnfinishedPage() throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("report.html").path
            do {
                let report = try HandReport(writingTo: path, title: "Test")
                try report.begin(source: "a", kind: .video, expectedCount: nil)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
            let missing = folder.appendingPathComponent("no/report.html").path
            #expect(throws: ImageFileError(file: missing, problem: .unwritable(.notWritable(code: ENOENT)))) {
                try HandReport(writingTo: missing, title: "Test")
            }
        }
    }
}
