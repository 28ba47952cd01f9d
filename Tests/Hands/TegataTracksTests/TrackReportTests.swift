import TegataHands
import TegataTracks
import Testing

@Suite struct TrackReportTests {
    /// Returns the kind, the IDs and the frames of each fault.
    private func faults(_ video: VideoHands) -> [String] {
        TrackReport(video, origin: nil).faults.map { "\($0.kind.rawValue) \($0.identifiers) \($0.first)–\($0.last)" }
    }

    @Test func findsNothingInGoodTracks() {
        let report = TrackReport(MadeUpVideo.video(50) { [MadeUpVideo.hand($0)] }, origin: nil)
        #expect(report.faults.isEmpty)
        #expect(report.score == 1)
        #expect(report.framesWithoutHand == 0)
        #expect(report.stretches.map(\.score) == [1, 1])
    }

    @Test func findsLosses() {
        #expect(faults(MadeUpVideo.video(50) { 10...12 ~= $0 ? [] : [MadeUpVideo.hand($0)] }) == ["loss [1] 10–12"])
        // The hand does not come back: a second of the loss is reported.
        #expect(faults(MadeUpVideo.video(60) { $0 < 20 ? [MadeUpVideo.hand($0)] : [] }) == ["loss [1] 20–44"])
    }

    @Test func findsFlips() {
        let video = MadeUpVideo.video(50) { [MadeUpVideo.hand($0, right: 30...34 ~= $0 ? 0.3 : 0.9)] }
        #expect(faults(video) == ["flip [1] 30–34"])
    }

    @Test func findsJumps() {
        let video = MadeUpVideo.video(50) { [MadeUpVideo.hand($0, height: 30...31 ~= $0 ? 0.8 : 0.5)] }
        #expect(faults(video).contains("jump [1] 30–31"))
    }

    /// A finger whose bone grows is wrong. All fingers grow with the network's view of the hand.
    @Test(arguments: [(1...1, ["stretch [1] 20–29"]), (1...4, [])])
    func findsLongBones(_ fingers: ClosedRange<Int>, _ expected: [String]) {
        let video = MadeUpVideo.video(50) { frame in
            var hand = MadeUpVideo.hand(frame)
            hand.longFingers = fingers
            hand.boneFactor = 20...29 ~= frame ? 1.8 : 1
            return [hand]
        }
        #expect(faults(video) == expected)
    }

    @Test func findsHandsInTheSamePlace() {
        let video = MadeUpVideo.video(50) { frame in
            [MadeUpVideo.hand(frame), MadeUpVideo.hand(frame, 2, height: 20...24 ~= frame ? 0.5 : 0.9)]
        }
        #expect(faults(video).contains("overlap [1, 2] 20–24"))
    }

    /// Half of the second second shows no hand.
    @Test func scoresSeconds() {
        let report = TrackReport(MadeUpVideo.video(75) { 25...37 ~= $0 ? [] : [MadeUpVideo.hand($0)] }, origin: nil)
        #expect(report.stretches.map(\.first) == [0, 25, 50])
        #expect(report.stretches.map(\.last) == [24, 49, 74])
        #expect(report.stretches.map(\.score) == [1, 12.0 / 25, 1])
        #expect(report.stretches.map(\.faultCount) == [0, 1, 0])
        #expect(report.framesWithoutHand == 13)
    }

    @Test func hashesResults() {
        let video = MadeUpVideo.video(10) { [MadeUpVideo.hand($0)] }
        let other = MadeUpVideo.video(10) { [MadeUpVideo.hand($0, right: $0 == 9 ? 0.94 : 0.95)] }
        let origin = TrackReport.Origin(model: "ab", options: ["--offline"])
        let (report, changed) = (TrackReport(video, origin: origin), TrackReport(other, origin: origin))
        #expect(report.resultHash == TrackReport(video, origin: nil).resultHash)
        #expect(report.resultHash != changed.resultHash)
        #expect(report.hash != changed.hash)
        #expect(report.hash != TrackReport(video, origin: .init(model: "ab", options: [])).hash)
        #expect(report.json.contains("\"model\":\"ab\",\"options\":[\"--offline\"]"))
    }
}
