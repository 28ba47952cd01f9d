import TegataBuffers
import TegataSystem
import Testing

@Suite struct TegataErrorTests {
    @Test(arguments: [
        (FileError.Reason.notFound, TegataError.Kind.notFound), (.permissionDenied, .permissionDenied),
        (.notARegularFile, .unreadable), (.tooLarge(limit: 7), .unreadable), (.notWritable(code: 2), .unreadable),
        (.systemError(operation: "mmap", code: 12), .unreadable),
    ])
    func convertsFileErrors(_ reason: FileError.Reason, _ kind: TegataError.Kind) {
        let detailed = FileError(path: "hand.task", reason: reason)
        let error = TegataError(detailed)
        #expect(error.kind == kind)
        #expect(error.file == "hand.task")
        #expect(error.place == "")
        #expect(error.description == detailed.description)
        #expect(error.description.hasPrefix("hand.task: "))
    }

    @Test func printsItsDescription() {
        let error = TegataError(.notFound, file: "a", place: "b", description: "a: b: nothing there; look elsewhere")
        #expect("\(error)" == "a: b: nothing there; look elsewhere")
        #expect(error != TegataError(.unreadable, file: "a", place: "b", description: error.description))
        #expect(error != TegataError(.notFound, file: "", place: "b", description: error.description))
        #expect(error != TegataError(.notFound, file: "a", place: "", description: error.description))
    }
}
