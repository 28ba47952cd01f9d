import Foundation
import TegataModelSearch
import TegataTestSupport
import Testing

/// Where models are looked for.
struct ModelSearchTests {
    private func folders(_ environment: [String: String], _ program: String?) -> [String] {
        ModelSearch.folders(environment: { environment[$0] }, program: program)
    }

    @Test func ownFolderIsTheOnlyOne() {
        #expect(folders(["TEGATA_MODELS": "mine", "HOME": "/home/a"], "/usr/bin/tegata") == ["mine"])
    }

    @Test func installedForAll() {
        #expect(
            folders(["HOME": "/home/a", "TEGATA_MODELS": ""], "/usr/bin/tegata") == [
                "/usr/bin", "/usr/share/tegata", "/home/a/.local/share/tegata", "/usr/local/share/tegata", "Models",
            ])
    }

    @Test func installedForOneUser() {
        #expect(
            folders(["HOME": "/home/a"], "/home/a/.local/bin/tegata") == [
                "/home/a/.local/bin", "/home/a/.local/share/tegata", "/usr/local/share/tegata", "/usr/share/tegata",
                "Models",
            ])
    }

    @Test(arguments: [
        "/src/tegata/.build/release/tegata", "/src/tegata/.build/x86_64-unknown-linux-gnu/release/tegata",
        "/src/tegata/.build/static/x86_64-unknown-linux-gnu/release/tegata",
    ])
    func builtInItsSources(_ program: String) {
        let folders = folders(["HOME": "/home/a"], program)
        #expect(folders[2] == "/src/tegata/Models")
        #expect(folders[3] == "/home/a/.local/share/tegata")
    }

    @Test func dataFolderOfTheUser() {
        let found = folders(["HOME": "/home/a", "XDG_DATA_HOME": "/data"], nil)
        #expect(found == ["/data/tegata", "/usr/local/share/tegata", "/usr/share/tegata", "Models"])
        // The standard says that relative ones do not count.
        #expect(folders(["HOME": "/home/a", "XDG_DATA_HOME": "data"], nil).first == "/home/a/.local/share/tegata")
        #expect(folders([:], nil).first == "/usr/local/share/tegata")
    }

    @Test func firstFolderThatHasItCounts() throws {
        try withTemporaryFolder { folder in
            for name in ["b", "c"] {
                let inner = folder.appendingPathComponent(name)
                try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
                try Data().write(to: inner.appendingPathComponent("x.task"))
            }
            let folders = ["a", "b", "c"].map { folder.path + "/" + $0 }
            #expect(ModelSearch.path(of: "x.task", in: folders) == folder.path + "/b/x.task")
            #expect(ModelSearch.path(of: "y.task", in: folders) == nil)
        }
    }

    @Test func ownChoiceGoesBeforeTheEnvironment() {
        #expect(
            ModelSearch.folders(
                own: "chosen", resources: ["/r"], environment: { ["TEGATA_MODELS": "mine"][$0] }, program: "/usr/bin/a")
                == ["chosen"])
    }

    @Test func resourcesOfTheProgramComeFirst() {
        let folders = ModelSearch.folders(
            resources: ["/app/resources", "/app"], environment: { _ in nil }, program: "/app/a")
        #expect(
            folders == [
                "/app/resources", "/app", "/share/tegata", "/usr/local/share/tegata", "/usr/share/tegata", "Models",
            ])
        let environment = ["TEGATA_MODELS": "mine"]
        #expect(ModelSearch.folders(resources: ["/r"], environment: { environment[$0] }, program: nil) == ["mine"])
    }

    @Test func theFolderThatIsChosenIsThatOfTheProcess() {
        // Where models are anyway, as other tests run meanwhile.
        let model = ModelFiles.path("hand_landmarker.task").map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
        let folder = (model ?? ModelFiles.packageFolder).path
        ModelSearch.ownFolder = folder
        #expect(ModelSearch.folders(resources: ["/r"]) == [folder])
        ModelSearch.ownFolder = nil
        #expect(ModelSearch.ownFolder == nil)
    }

    @Test func missingModelsAreOneLineThatNamesAllFolders() {
        #expect(
            ModelSearch.missing("x.task", in: ["/a", "/b", "Models"], otherwise: "give a path")
                == "x.task: not in /a, /b or Models; run Tools/make/models in Tegata's sources, set TEGATA_MODELS to a"
                + " folder that has it, or give a path")
        #expect(ModelSearch.missing("x.task", in: ["/a"], otherwise: "").hasPrefix("x.task: not in /a; "))
    }
}
