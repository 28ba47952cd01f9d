import TegataSystem
import Testing

struct FileErrorTests {
    @Test func convertsSystemErrorsToReasons() {
        func reason(_ code: Int32) -> FileError.Reason { FileError.Reason(systemError: code, operation: "open") }
        #expect(reason(ENOENT) == .notFound && reason(ENOTDIR) == .notFound)
        #expect(reason(EACCES) == .permissionDenied && reason(EPERM) == .permissionDenied)
        #expect(reason(EIO) == .systemError(operation: "open", code: EIO))
    }

    @Test func describesErrorsWithAnAction() {
        #expect(FileError(path: "x", reason: .notFound).description == "x: no such file; check the path")
        #expect(
            FileError(path: "x", systemError: EIO, operation: "read").description
                == "x: read failed (Input/output error); check the path and its target")
        #expect(
            FileError(path: "x", reason: .notWritable(code: ENOSPC)).description
                == "x: cannot be written (No space left on device); "
                + "check the directory, its permissions and the free disk space")
    }

    @Test func beginsSystemErrorsInLowerCase() {
        #expect(SystemError(code: ENOSPC).text == "No space left on device")
        #expect(SystemError(code: ENOSPC).description == "no space left on device")
    }
}
