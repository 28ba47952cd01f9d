import TegataDevice
import TegataHands
import Testing

@Suite struct BinaryRecordTests {
    /// There is room for 31 bytes of a name, which must not be cut within a character.
    @Test(arguments: [
        ("", ""), ("Victory", "Victory"), (String(repeating: "a", count: 40), String(repeating: "a", count: 31)),
        (String(repeating: "é", count: 16), String(repeating: "é", count: 15)),
        ("a" + String(repeating: "é", count: 16), "a" + String(repeating: "é", count: 15)),
        (String(repeating: "手", count: 11), String(repeating: "手", count: 10)),
        (String(repeating: "👋", count: 8), String(repeating: "👋", count: 7)),
    ])
    func truncatesLongNamesBetweenCharacters(name: String, written: String) {
        var hand = HandResult(
            landmarks: HandPoints(), worldLandmarks: HandPoints(), presence: 1, rightProbability: 0.5,
            rectangle: HandRectangle(centerX: 0, centerY: 0, width: 0, height: 0, rotation: 0))
        hand.gesture = Gesture(name: name, score: 1, classifier: .canned)
        var record = BinaryRecord()
        record.set(index: 0, milliseconds: 0, width: 4, height: 2, hands: [hand])
        #expect(record.bytes.count == 40 + 552)
        let field = record.bytes[(40 + 16)..<(40 + 48)]
        #expect(Array(field.prefix { $0 != 0 }) == Array(written.utf8))
        #expect(field.dropFirst(written.utf8.count).allSatisfy { $0 == 0 })
    }
}
