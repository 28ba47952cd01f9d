import TegataBuffers
import TegataFormats
import TegataTestSupport
import Testing

/// A broken file and the error that reading it must throw.
struct BrokenFile: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let place: String
    let problem: ModelFormatError.Problem
    /// The suffix of the file name if a member or the metadata is broken.
    var fileSuffix = ""

    init(
        _ name: String, _ bytes: [UInt8], _ place: String, _ problem: ModelFormatError.Problem, fileSuffix: String = ""
    ) {
        self.name = name
        self.bytes = bytes
        self.place = place
        self.problem = problem
        self.fileSuffix = fileSuffix
    }

    var testDescription: String { name }

    /// Expects that `read` throws exactly the error of this row, with a one-line description.
    func check(_ read: (Bytes, String) throws(ModelFormatError) -> Void) {
        let expected = ModelFormatError(file: "broken" + fileSuffix, place: place, problem: problem)
        do throws(ModelFormatError) {
            try read(Bytes(bytes), "broken")
            Issue.record("no error")
        } catch {
            #expect(error == expected)
            #expect(error.description.hasPrefix("broken" + fileSuffix + ": "))
            #expect(!error.description.contains("\n"))
            let shown = TegataError(error)
            #expect(shown.file == error.file && shown.place == error.place && shown.description == error.description)
        }
    }
}

func hex(_ value: Int) -> String {
    "0x" + String(value, radix: 16)
}

extension [UInt8] {
    func patched<Integer: FixedWidthInteger>(_ offset: Int, _ value: Integer) -> [UInt8] {
        var copy = self
        copy.patch(offset, value)
        return copy
    }
}
