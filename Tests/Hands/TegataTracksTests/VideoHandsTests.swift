import TegataHands
import TegataRecords
import TegataTestSupport
import TegataTracks
import Testing

@Suite struct VideoHandsTests {
    private func revised(_ video: VideoHands) -> [FrameRecord] { video.revised(HandPipelineOptions()).frames }

    /// A right hand goes from left to right, and a left one the other way. In the middle, they exchange their IDs.
    @Test func undoesSwaps() {
        let video = MadeUpVideo.video(60) { frame in
            let way = 0.6 * Float(frame) / 59
            let isSwapped = frame >= 30
            return [
                .init(identifier: isSwapped ? 2 : 1, center: SIMD2(0.2 + way, 0.5), rightProbability: 0.95),
                .init(identifier: isSwapped ? 1 : 2, center: SIMD2(0.8 - way, 0.6), rightProbability: 0.05),
            ]
        }
        let frames = revised(video)
        #expect(frames.allSatisfy { $0.hands.map(\.identifier) == [1, 2] })
        #expect(frames.allSatisfy { $0.hands.map(\.handedness) == [.right, .left] })
        #expect(TrackReport(video, origin: nil).faults.map(\.kind) == [.swap])
    }

    /// Two hands exchange their places while they are out of sight, and each gets the ID of the one that was there.
    @Test func tellsHandsApartBySides() {
        let video = MadeUpVideo.video(60) { frame in
            if 30...32 ~= frame { return [] }
            let (right, left): (Float, Float) = frame < 30 ? (0.95, 0.05) : (0.05, 0.95)
            return [
                .init(identifier: 1, center: SIMD2(0.7, 0.5), rightProbability: right),
                .init(identifier: 2, center: SIMD2(0.3, 0.5), rightProbability: left),
            ]
        }
        let frames = revised(video)
        #expect(frames[0].hands.map(\.identifier) == [1, 2])
        #expect(frames[59].hands.map(\.identifier) == [2, 1])
        #expect(TrackReport(video, origin: nil).faults.filter { $0.kind != .loss }.map(\.kind) == [.swap])
    }

    @Test func decidesSidesOnce() {
        let video = MadeUpVideo.video(40) { [MadeUpVideo.hand($0, right: 10..<18 ~= $0 ? 0.2 : 0.9)] }
        let frames = revised(video)
        #expect(Set(frames.map { $0.hands[0].handedness }) == [.right])
        #expect(Set(frames.map { $0.hands[0].rightProbability }).count == 1)
        #expect(frames.allSatisfy { $0.hands[0].identifier == 1 })
    }

    @Test func fillsShortGaps() throws {
        let frames = revised(MadeUpVideo.video(40) { 15..<23 ~= $0 ? [] : [MadeUpVideo.hand($0)] })
        for (index, record) in frames.enumerated() {
            let hand = try #require(record.hands.first)
            #expect(hand.isInterpolated == (15..<23 ~= index))
            let place = MadeUpVideo.hand(index).result.place
            #expect(abs(hand.place - place) < 0.001)
            #expect(abs(hand.worldLandmarks[8].x - MadeUpVideo.hand(index).result.worldLandmarks[8].x) < 1e-5)
            #expect(record.json.contains("\"interpolated\":\(15..<23 ~= index ? 1 : 0)"))
        }
    }

    /// A gap of 0.48 s is filled, one of 0.52 s is not; the hand has the same ID behind both.
    @Test(arguments: [(12, true), (13, false)]) func fillsHalfASecond(_ end: Int, _ isFilled: Bool) {
        let frames = revised(MadeUpVideo.video(60) { 20..<20 + end - 1 ~= $0 ? [] : [MadeUpVideo.hand($0)] })
        #expect(frames[25].hands.isEmpty != isFilled)
        #expect(frames[50].hands[0].identifier == 1)
    }

    /// A hand leaves the image at the left and comes back.
    @Test func fillsNoGapOutsideTheImage() {
        let video = MadeUpVideo.video(40) { frame in
            let place = 0.02 * Float(abs(frame - 20)) - 0.1
            return place < 0.02 ? [] : [.init(identifier: 1, center: SIMD2(place, 0.5), rightProbability: 0.9)]
        }
        #expect(revised(video)[20].hands.isEmpty)
        #expect(TrackReport(video, origin: nil).faults.isEmpty)
    }

    /// A hand rushes away and is found where it was, or seen for a moment only.
    @Test func fillsNoGapWithUnknownPath() {
        let away = MadeUpVideo.video(40) { frame in
            if 15..<21 ~= frame { return [] }
            let height = 0.5 + 0.04 * Float(max(0, frame < 18 ? frame - 10 : 26 - frame))
            return [MadeUpVideo.hand(frame, height: height)]
        }
        #expect(revised(away)[17].hands.isEmpty)
        let brief = MadeUpVideo.video(40) { 15..<20 ~= $0 || 21..<26 ~= $0 ? [] : [MadeUpVideo.hand($0)] }
        #expect([17, 23].allSatisfy { revised(brief)[$0].hands.isEmpty })
        #expect(revised(brief)[39].hands[0].identifier == 1)
    }

    /// The hand gets a new ID where it reappears.
    @Test func linksTracks() {
        let video = MadeUpVideo.video(40) { 15..<20 ~= $0 ? [] : [MadeUpVideo.hand($0, $0 < 20 ? 1 : 2)] }
        #expect(revised(video).allSatisfy { $0.hands.map(\.identifier) == [1] })
        #expect(TrackReport(video, origin: nil).faults.map(\.kind) == [.loss, .identity])
    }

    @Test func replacesJumps() {
        let video = MadeUpVideo.video(40) { frame in
            [MadeUpVideo.hand(frame, height: frame == 20 ? 0.8 : 0.5)]
        }
        let frames = revised(video)
        #expect(frames.allSatisfy { $0.hands.count == 1 })
        #expect(frames[20].hands[0].isInterpolated)
        #expect(abs(frames[20].hands[0].landmarks[0].y - frames[19].hands[0].landmarks[0].y) < 0.001)
    }

    @Test func movesActionsToRevisedHands() {
        var video = VideoHands()
        let made = MadeUpVideo.video(40) { frame in
            [MadeUpVideo.hand(frame, height: frame == 20 ? 0.8 : 0.3), MadeUpVideo.hand(frame, 7, right: 0.05)]
        }
        for (index, record) in made.frames.enumerated() {
            var record = record
            record.actionEvents = [ActionEvent(handIdentifier: index == 21 ? 9 : 7, name: "wave")]
            video.append(record)
        }
        let frames = revised(video)
        for (index, frame) in frames.enumerated() where index != 21 {
            let waving = frame.hands.first { $0.handedness == .left }
            #expect(frame.actionEvents?.map(\.handIdentifier) == [waving?.identifier ?? 0])
        }
        // The event of an unknown hand stays as it is.
        #expect(frames[21].actionEvents?.map(\.handIdentifier) == [9])
    }

    @Test func findsGestureEventsAgain() {
        var video = VideoHands()
        for record in MadeUpVideo.video(40, { 15..<20 ~= $0 ? [] : [MadeUpVideo.hand($0)] }).frames {
            var record = record
            for index in record.hands.indices {
                record.hands[index].gesture = Gesture(name: "Victory", score: 0.9, classifier: .canned)
            }
            video.append(record)
        }
        var options = HandPipelineOptions()
        options.gestures = GestureOptions()
        options.gestures?.events = GestureEventOptions(dwellMilliseconds: 80, releaseMilliseconds: 80)
        let events = video.revised(options).frames.flatMap(\.gestureEvents)
        // The gesture lasts through the gap.
        #expect(events.filter { $0.kind != .held }.map(\.kind) == [.began])
        #expect(events.last?.milliseconds == 40 * 39)
    }

    @Test func keepsVideosWithoutHands() {
        #expect(revised(MadeUpVideo.video(5) { _ in [] }).allSatisfy { $0.hands.isEmpty })
        #expect(revised(VideoHands()).isEmpty)
    }

    /// Random hands have no valid tracks, but their number stays the same, except for those that are added.
    @Test func takesAnything() {
        var noise = SplitMix64(seed: 4)
        let video = MadeUpVideo.video(200) { _ in
            (0..<Int(abs(noise.float()) * 4)).map { identifier in
                .init(
                    identifier: identifier, center: SIMD2(noise.float() * 3 - 1, noise.float() * 3 - 1),
                    rightProbability: abs(noise.float()))
            }
        }
        for (old, new) in zip(video.frames, revised(video)) {
            #expect(new.hands.filter { !$0.isInterpolated }.count <= old.hands.count)
            #expect(Set(new.hands.map(\.identifier)).count == new.hands.count)
        }
    }
}
