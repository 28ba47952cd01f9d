import Foundation
import TegataCommand
import TegataHandCommands
import TegataHands
import TegataKernelSelection
import TegataModelSearch
import TegataTestSupport
import TegataTool
import TegataVideo
import Testing

/// The report of `tegata doctor` about machines that lack nothing, some things or everything. The report about the real
/// machine is tested from outside, in test_doctor.py.
struct DoctorCommandTests {
    /// Returns a machine that lacks nothing and has these bundles.
    private func machine(_ bundles: [FoundBundle], folders: [String]) -> Diagnosis {
        var diagnosis = Diagnosis()
        diagnosis.levels = ["avx2", "baseline"]
        diagnosis.level = .success("avx2")
        diagnosis.threadCount = 4
        diagnosis.folders = folders
        diagnosis.bundles = bundles
        diagnosis.pictureLibraries = [.init(name: "JPEG", problem: nil), .init(name: "PNG", problem: nil)]
        diagnosis.videoProgram = .version(FFmpegVersion("5.1.6"))
        diagnosis.cameras = [Camera(path: "/dev/video0", name: "HD Webcam", isAllowed: true)]
        diagnosis.blasProblem = nil
        return diagnosis
    }

    /// Calls `body` with a folder that contains empty files named like the two bundles.
    private func withBundles(_ body: (String) throws -> Void) throws {
        try withTemporaryFolder { folder in
            for name in ["hand_landmarker.task", "gesture_recognizer.task"] {
                try Data().write(to: folder.appendingPathComponent(name))
            }
            try body(folder.path)
        }
    }

    @Test func namesAllFoldersInTheErrorForAMissingBundle() {
        #expect(
            ModelSearch.missingBundle("x.task", in: ["/a", "/b", "Models"])
                == "x.task: not in /a, /b or Models; run Tools/make/models in Tegata's sources, set TEGATA_MODELS to a"
                + " directory that contains it, or pass a bundle, or run tegata doctor")
    }

    @Test func reportsAMachineThatLacksNothing() throws {
        try withBundles { folder in
            let hands = FoundBundle(
                path: folder + "/hand_landmarker.task", byteCount: 1, content: .known("known hands"))
            let gestures = FoundBundle(
                path: folder + "/gesture_recognizer.task", byteCount: 2, content: .unknown("others"))
            let own = FoundBundle(path: folder + "/own.task", byteCount: 3, content: .unusable("own.task: damaged"))
            let diagnosis = machine([gestures, hands, own], folders: [folder])
            #expect(diagnosis.faults == [])
            #expect(diagnosis.failure == nil)
            #expect(
                diagnosis.text(.plain) == """
                    tegata \(Version.number)
                      processor    avx2, baseline; avx2 is used
                      threads      4
                      hands        \(folder)/hand_landmarker.task: known hands
                      gestures     \(folder)/gesture_recognizer.task: others
                      more models  \(folder)/own.task: cannot be used
                      images       JPEG, PNG, PPM, PGM, PBM and PAM
                      video files  ffmpeg 5.1.6
                      cameras      /dev/video0: HD Webcam
                      OpenBLAS     available
                    """)
            #expect(
                diagnosis.json
                    == #"{"version":"\#(Version.number)","processor":{"levels":["avx2","baseline"],"used":"avx2"},"#
                    + #""threads":4,"handBundle":"\#(folder)/hand_landmarker.task","#
                    + #""gestureBundle":"\#(folder)/gesture_recognizer.task","folders":["\#(folder)"],"bundles":["#
                    + #"{"path":"\#(folder)/gesture_recognizer.task","bytes":2,"known":false,"usable":true,"description":"others"},"#
                    + #"{"path":"\#(folder)/hand_landmarker.task","bytes":1,"known":true,"usable":true,"description":"known hands"},"#
                    + #"{"path":"\#(folder)/own.task","bytes":3,"known":false,"usable":false,"description":"own.task: damaged"}],"#
                    + #""pictureLibraries":[{"name":"JPEG","usable":true,"problem":null},{"name":"PNG","usable":true,"problem":null}],"#
                    + #""ffmpeg":{"version":"5.1.6","problem":null},"#
                    + #""cameras":[{"path":"/dev/video0","name":"HD Webcam","allowed":true}],"#
                    + #""openBLAS":{"usable":true,"problem":null},"missing":[]}"#)
        }
    }

    @Test func reportsAMachineThatLacksEverything() throws {
        var diagnosis = machine([], folders: ["/none", "/nowhere"])
        diagnosis.level = .failure(.unknown(level: "sse9", supported: ["avx2", "baseline"]))
        diagnosis.pictureLibraries = [
            .init(name: "JPEG", problem: "libjpeg.so.62: not there"),
            .init(name: "PNG", problem: "libpng16.so.16: not there"),
        ]
        diagnosis.videoProgram = .unusable("not on the PATH")
        diagnosis.cameras = [
            Camera(path: "/dev/video0", name: "", isAllowed: false),
            Camera(path: "/dev/video2", name: "b", isAllowed: false),
        ]
        diagnosis.blasProblem = "libopenblas.so.0: not there"
        let failure = try #require(diagnosis.failure)
        #expect(failure.hasPrefix("hand_landmarker.task: not in /none or /nowhere; "))
        let faults = diagnosis.faults
        #expect(
            faults.map(\.what) == [
                "TEGATA_ISA: there is no CPU level named 'sse9'; this machine has avx2 and baseline",
                "hand_landmarker.task is missing: no hands are found unless --model names a bundle",
                "gesture_recognizer.task is missing: no gestures are recognised unless --model names a bundle",
                "JPEG images cannot be read or written: libjpeg.so.62: not there",
                "PNG images cannot be read or written: libpng16.so.16: not there",
                "video files cannot be read or written: ffmpeg: not on the PATH",
                "/dev/video0 and /dev/video2 cannot be read by this user",
            ])
        #expect(
            faults.map(\.remedy)[3...] == [
                "sudo apt install libjpeg62-turbo", "sudo apt install libpng16-16", "sudo apt install ffmpeg",
                "sudo usermod -aG video \"$USER\"  # then log out and in again",
            ])
        let text = diagnosis.text(.plain)
        #expect(
            text.hasPrefix(
                """
                tegata \(Version.number)
                  processor    avx2, baseline; none is used
                  threads      4
                  hands        missing
                  gestures     missing
                  images       PPM, PGM, PBM and PAM
                  video files  ffmpeg: not on the PATH
                  cameras      /dev/video0, not allowed
                               /dev/video2: b, not allowed
                  OpenBLAS     not found; only --backend blas needs it

                Missing
                  TEGATA_ISA: there is no CPU level named 'sse9'; this machine has avx2 and baseline
                      unset TEGATA_ISA

                """))
        let object = try JSONSerialization.jsonObject(with: Data(diagnosis.json.utf8)) as? [String: Any]
        #expect((object?["missing"] as? [[String: String]])?.map { $0["remedy"] } == faults.map(\.remedy))
        #expect(object?["handBundle"] is NSNull)
        #expect((object?["processor"] as? [String: Any])?["used"] is NSNull)
    }

    @Test func reportsOldVersionsOfFFmpeg() {
        var diagnosis = machine([], folders: [])
        diagnosis.videoProgram = .version(FFmpegVersion("4.4.2"))
        #expect(diagnosis.faults.last?.what == "ffmpeg 4.4.2 is older than 5.1, the oldest supported version")
    }

    @Test func readsTheContentsOfBundles() throws {
        try withTemporaryFolder { folder in
            let path = folder.path
            try Data("no bundle".utf8).write(to: folder.appendingPathComponent("hand_landmarker.task"))
            try Data().write(to: folder.appendingPathComponent("notes.txt"))
            // The same folder under two paths, and a missing folder.
            let folders = [path, path + "/.", path + "/absent"]
            let bundles = FoundBundle.all(in: folders)
            #expect(bundles.map(\.path) == [path + "/hand_landmarker.task"])
            #expect(bundles.map(\.byteCount) == [9])
            let diagnosis = machine(bundles, folders: folders)
            let failure = try #require(diagnosis.failure)
            #expect(failure.hasPrefix(path + "/hand_landmarker.task: "))
            #expect(diagnosis.faults.first?.what == failure)
        }
    }

    @Test(arguments: KnownBundle.all.map(\.name).filter { ModelFiles.have($0) })
    func knowsPublishedBundles(_ name: String) throws {
        let path = try #require(ModelFiles.path(name))
        let bundle = FoundBundle(at: path)
        let descriptions = KnownBundle.all.filter { $0.name == name }.map { FoundBundle.Content.known($0.description) }
        #expect(descriptions.contains(bundle.content))
    }

    /// When you add a bundle to the manifest, or accept other contents for a bundle, add it to the list as well.
    @Test func knowsExactlyTheBundlesOfTheManifest() throws {
        struct Manifest: Decodable {
            struct Form: Decodable { let sha256: String }
            struct Model: Decodable {
                let name: String
                let sha256: String
                let substitutes: [Form]?
            }
            let models: [Model]
        }
        let file = ModelFiles.packageFolder.appendingPathComponent("Models/manifest.json")
        let manifest = try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: file))
        let expected = manifest.models.filter { $0.name.hasSuffix(".task") }.flatMap { model in
            ([model.sha256] + (model.substitutes ?? []).map(\.sha256)).map { [model.name, $0] }
        }
        let known = KnownBundle.all.map { [$0.name, $0.hash] }
        #expect(Set(known) == Set(expected))
    }

    @Test func rejectsOperands() {
        let result = tegata("doctor", "x")
        #expect(result.status == .wrongUsage)
        #expect(result.errors == "tegata: doctor takes no file; write tegata doctor [--json]\n")
    }
}
