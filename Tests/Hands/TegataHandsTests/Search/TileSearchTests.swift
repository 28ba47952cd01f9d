import Foundation
import TegataBuffers
import TegataHands
import TegataInference
import TegataTestSupport
import Testing

@Suite struct TileSearchTests {
    /// An image that three by two tiles of 432 pixels cover.
    private let picture = noisePicture(width: 1000, height: 700)

    private func networks(palmsInTilesOf runsPerPicture: Int) -> FakeNetworks {
        let networks = FakeNetworks()
        networks.willFindPalms = { [unowned networks] run in
            networks.removePalms()
            // The first run of each image sees the whole image.
            if run % runsPerPicture > 0 { networks.addPalm(at: FakeNetworks.anchor(12, 12), logit: 1, side: 20) }
        }
        return networks
    }

    @Test func findsAHandInEveryTile() throws {
        let networks = networks(palmsInTilesOf: 7)
        let pipeline = try networks.pipeline {
            $0.search.area = .tiles
            $0.maximumHandCount = 64
        }
        let hands = try picture.withView { try pipeline.detect($0) }.hands
        #expect(networks.palmRuns == 7)
        #expect(networks.handRuns == 2 * 6, "each hand needs two crops")
        let centers = hands.map { SIMD2($0.landmarks[9].x * 1000, $0.landmarks[9].y * 700) }
        for y: Float in [216, 484] {
            for x: Float in [216, 500, 784] {
                #expect(centers.filter { abs($0.x - x) < 60 && abs($0.y - y) < 60 }.count == 1)
            }
        }
        #expect(hands.count == 6)
    }

    @Test func returnsAtMostTheRequestedHands() throws {
        let networks = networks(palmsInTilesOf: 7)
        let pipeline = try networks.pipeline {
            $0.search.area = .tiles
            $0.maximumHandCount = 2
        }
        #expect(try picture.withView { try pipeline.detect($0) }.hands.count == 2)
    }

    /// A hand must also be seen in the crop of its own landmarks.
    @Test func dropsHandsSeenInOnlyOneCrop() throws {
        let networks = networks(palmsInTilesOf: 7)
        networks.presence = { $0 < 6 || $0 == 8 ? 0.9 : 0.1 }
        let pipeline = try networks.pipeline {
            $0.search.area = .tiles
            $0.maximumHandCount = 64
        }
        #expect(try picture.withView { try pipeline.detect($0) }.hands.count == 1)
    }

    @Test(arguments: [(1000, 700, 7), (864, 600, 1), (865, 600, 7), (320, 240, 1)])
    func searchesTilesOnlyInLargeImages(width: Int, height: Int, runs: Int) throws {
        let networks = FakeNetworks()
        let pipeline = try networks.pipeline { $0.search.area = .automatic }
        _ = try noisePicture(width: width, height: height).withView { try pipeline.detect($0) }
        #expect(networks.palmRuns == runs)
    }

    // MARK: Videos

    @Test func searchesAFewTilesPerFrame() throws {
        let networks = networks(palmsInTilesOf: 3)
        let pipeline = try networks.pipeline {
            $0.search.area = .tiles
            $0.search.tilesPerFrame = 2
            $0.maximumHandCount = 64
        }
        func handCount(_ picture: RGBPicture, at milliseconds: Int) throws -> Int {
            try picture.withView { try pipeline.track($0, milliseconds: milliseconds) }.hands.count
        }
        #expect(try handCount(picture, at: 0) == 2)
        #expect(try handCount(picture, at: 33) == 4)
        let runs = networks.handRuns
        #expect(try handCount(picture, at: 66) == 6)
        #expect(networks.handRuns - runs == 4 + 2 * 2, "one crop per tracked hand, two per new hand")
        #expect(networks.palmRuns == 3 * 3)
        // The image has not changed, so no tile is searched.
        #expect(try handCount(picture, at: 99) == 6)
        #expect(networks.palmRuns == 3 * 3 + 1)
        // The whole image has changed.
        _ = try handCount(noisePicture(width: 1000, height: 700, seed: 5), at: 132)
        #expect(networks.palmRuns == 3 * 3 + 1 + 3)
    }

    /// After a reset, the same frames are searched in the same tiles.
    @Test func startsWithTheFirstTileAfterAReset() throws {
        let networks = FakeNetworks()
        let pipeline = try networks.pipeline {
            $0.search.area = .tiles
            $0.search.tilesPerFrame = 1
            $0.search.skipsUnchanged = false
        }
        // Each frame takes two runs: the whole image, then a tile.
        func firstTile() throws -> [Float] {
            _ = try picture.withView { try pipeline.track($0, milliseconds: 0) }
            return Array(networks.palmInput)
        }
        let first = try firstTile()
        for frame in 1..<3 {
            _ = try picture.withView { try pipeline.track($0, milliseconds: 33 * frame) }
            #expect(Array(networks.palmInput) != first)
        }
        pipeline.resetTracking()
        #expect(try firstTile() == first)
    }

    @Test func searchesTilesOnlyWhenASearchIsDue() throws {
        let networks = FakeNetworks()
        let pipeline = try networks.pipeline {
            $0.search.area = .tiles
            $0.search.skipsUnchanged = false
            $0.tracking.detectionInterval = 3
        }
        var runs: [Int] = []
        for frame in 0..<7 {
            let before = networks.palmRuns
            _ = try picture.withView { try pipeline.track($0, milliseconds: 33 * frame) }
            runs.append(networks.palmRuns - before)
        }
        #expect(runs == [5, 0, 0, 5, 0, 0, 5])
    }

    @Test func skipsTilesOfUniformColour() throws {
        for (skips, runs) in [(true, 1), (false, 5)] {
            let networks = FakeNetworks()
            let pipeline = try networks.pipeline {
                $0.search.area = .tiles
                $0.search.skipsUnchanged = skips
            }
            let wall = RGBPicture(width: 1000, height: 700, bytes: [UInt8](repeating: 128, count: 3 * 700_000))
            _ = try wall.withView { try pipeline.track($0, milliseconds: 0) }
            #expect(networks.palmRuns == runs)
        }
    }

    @Test(arguments: [1, Int.max]) func searchesAtLeastOneTileHoweverShortTheTime(milliseconds: Int) throws {
        let networks = FakeNetworks()
        let pipeline = try networks.pipeline {
            $0.search.area = .tiles
            $0.search.tileMilliseconds = milliseconds
        }
        _ = try picture.withView { try pipeline.track($0, milliseconds: 0) }
        #expect(networks.palmRuns >= 2 && networks.palmRuns <= 7)
    }

    // MARK: Errors

    @Test func rejectsOptionsOutOfRange() throws {
        func error(_ change: (inout HandPipelineOptions) -> Void) -> HandPipelineError? {
            do {
                _ = try FakeNetworks().pipeline {
                    $0.search.area = .tiles
                    change(&$0)
                }
                return nil
            } catch { return error as? HandPipelineError }
        }
        #expect(error { _ in } == nil)
        #expect(
            error { $0.search.tileSide = 63 }?.description
                == "the side of tiles is 63 pixels; it must be between 64 and 32767")
        #expect(
            error { $0.search.tileOverlap = .nan }?.description
                == "the overlap of tiles is nan; it must be between 0 and 0.75")
        #expect(
            error { $0.search.minimumTileConfidence = 2 }?.description
                == "the minimum tile confidence is 2.0; it must be between 0 and 1")
        #expect(
            error { $0.search.tilesPerFrame = 0 }?.description
                == "the number of tiles per frame is 0; it must be at least 1")
        #expect(error { $0.search.tileMilliseconds = 0 } == .tileMilliseconds(0))
        #expect(error { $0.graph = .legacy } == .searchInLegacyGraph)

        let pipeline = try FakeNetworks().pipeline { $0.search.area = .tiles }
        let found = #expect(throws: TegataError.self) { try noisePicture().withView { try pipeline.detect($0) } }
        #expect(found?.kind == .invalidArgument)
        #expect(found?.description.contains("tiles of 432 pixels are larger than the image of 320×240") == true)
    }

    // MARK: Networks

    /// Returns a grey image with a rendered hand, at a quarter of its size, in three places.
    private func farHands() throws -> RGBPicture {
        let hand = try RGBPicture(pngAt: PictureGolden.pictures.appendingPathComponent("victory_left.png"))
        let (width, height, shrinkage) = (1400, 900, 4)
        var bytes = [UInt8](repeating: 120, count: 3 * width * height)
        for (left, top) in [(100, 80), (900, 60), (640, 700)] {
            for y in 0..<hand.height / shrinkage {
                for x in 0..<3 * (hand.width / shrinkage) {
                    let (column, channel) = (x / 3 * shrinkage, x % 3)
                    var sum = 0
                    for dy in 0..<shrinkage {
                        for dx in 0..<shrinkage {
                            sum += Int(hand.bytes[3 * ((y * shrinkage + dy) * hand.width + column + dx) + channel])
                        }
                    }
                    bytes[3 * ((top + y) * width + left) + x] = UInt8(sum / (shrinkage * shrinkage))
                }
            }
        }
        return RGBPicture(width: width, height: height, bytes: bytes)
    }

    @Test(.enabled(if: ModelFiles.have("hand_landmarker.task")))
    func findsFarHandsWithAnyNumberOfThreads() throws {
        let picture = try farHands()
        let networks = try HandNetworks(
            bundle: ModelFiles.bytes("hand_landmarker.task"), file: "hand_landmarker.task")
        var options = HandPipelineOptions()
        options.maximumHandCount = 5
        func hands(threads: Int) throws -> [HandResult] {
            let pipeline = try HandPipeline(networks, options: options, team: ThreadTeam(count: threads))
            return try picture.withView { try pipeline.detect($0) }.hands
        }
        #expect(try hands(threads: 1).isEmpty)
        options.search.area = .tiles
        let found = try hands(threads: 1)
        #expect(found.count == 3)
        #expect(found.allSatisfy { $0.handedness == .left })
        #expect(try hands(threads: 2) == found)
        #expect(try hands(threads: 3) == found)
    }
}
