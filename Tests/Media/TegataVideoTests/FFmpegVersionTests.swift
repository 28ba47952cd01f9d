import Foundation
import TegataTestSupport
import TegataVideo
import Testing

struct FFmpegVersionTests {
    @Test(arguments: [
        ("5.1.6-0+deb12u1", true), ("5.1", true), ("7.0.2", true), ("n6.1", true), ("10.0", true), ("5", false),
        ("5.0.1", false), ("4.4.2-0ubuntu0.22.04.1", false), ("n4.4", false), ("N-109468-gd39b34123d", true),
        ("git-2024-01-01", true), ("99999999999999999999.1", true),
    ])
    func olderOnesAreTold(_ description: String, _ isRecent: Bool) {
        #expect(FFmpegVersion(description).isRecent == isRecent)
    }

    @Test(arguments: [
        ("echo ffmpeg version 6.1-x Copyright; echo more", "6.1-x"), ("echo something else", nil), ("exit 1", nil),
        ("head -c 100000 /dev/zero", nil),
    ])
    func programsAreAsked(_ script: String, _ version: String?) throws {
        try withTemporaryFolder { folder in
            let program = folder.path + "/ffmpeg"
            try writeProgram(script, to: program)
            #expect(try FFmpegVersion(asking: program)?.description == version)
        }
    }

    @Test func missingProgramsAreTold() {
        #expect(throws: VideoError.Problem.programMissing("no-such-ffmpeg")) {
            try FFmpegVersion(asking: "no-such-ffmpeg")
        }
    }
}
