import TegataHands
import TegataTables
import TegataTool

extension HandLengths {
    /// Reads a JSON object with the length of each bone in metres, by the name of the landmark at its end.
    init(readingFileAt path: String) throws {
        let text: JSONNode
        do throws(TableFileError) {
            text = try JSONReader.value(ofFileAt: path, atMost: 1 << 16)
        } catch { throw .failure("\(error)") }
        var metres = [20 of Float](repeating: 0)
        for landmark in HandLandmark.allCases where landmark != .wrist {
            guard let length = text[landmark.name]?.number else {
                throw .failure("\(path): the length \(landmark.name) is missing; measure the hand again")
            }
            metres[landmark.index - 1] = Float(length)
        }
        guard let lengths = HandLengths(metres: metres) else {
            throw .failure(
                "\(path): a length is not between \(Self.range.lowerBound) and \(Self.range.upperBound) metres; measure"
                    + " the hand again")
        }
        self = lengths
    }
}
