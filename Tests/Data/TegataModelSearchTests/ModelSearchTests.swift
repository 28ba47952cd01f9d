import Foundation
import TegataModelSearch
import TegataTestSupport
import Testing

/// The search path for models.
struct ModelSearchTests {
    private func folders(_ environment: [String: String], _ program: String?) -> [String] {
        ModelSearch.folders(environment: { environment[$0] }, program: program)
    }

    @Test func searchesOnlyTheFolderOfTheEnvironment() {
        #expect(folders(["TEGATA_MODELS": "mine", "HOME": "/home/a"], "/usr/bin/tegata") == ["mine"])
    }

    @Test func searchesSystemWideInstallations() {
        #expect(
            folders(["HOME": "/home/a", "TEGATA_MODELS": ""], "/usr/bin/tegata") == [
                "/usr/bin", "/usr/share/tegata", "/home/a/.local/share/tegata", "/usr/local/share/tegata", "Models",
            ])
    }

    @Test func searchesInstallationsOfOneUser() {
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
    func searchesTheModelsFolderOfACheckout(_ program: String) {
        let folders = folders(["HOME": "/home/a"], program)
        #expect(folders[2] == "/src/tegata/Models")
        #expect(folders[3] == "/home/a/.local/share/tegata")
    }

    @Test func searchesTheUsersDataFolder() {
        let found = folders(["HOME": "/home/a", "XDG_DATA_HOME": "/data"], nil)
        #expect(found == ["/data/tegata", "/usr/local/share/tegata", "/usr/share/tegata", "Models"])
        // The XDG standard says that relative paths must be ignored.
        #expect(folders(["HOME": "/home/a", "XDG_DATA_HOME": "data"], nil).first == "/home/a/.local/share/tegata")
        #expect(folders([:], nil).first == "/usr/local/share/tegata")
    }

    @Test func returnsTheFirstFolderWithTheModel() throws {
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

    @Test func prefersTheChosenFolderOverTheEnvironment() {
        #expect(
            ModelSearch.folders(
                own: "chosen", resources: ["/r"], environment: { ["TEGATA_MODELS": "mine"][$0] }, program: "/usr/bin/a")
                == ["chosen"])
    }

    @Test func searchesTheProgramsResourcesFirst() {
        let folders = ModelSearch.folders(
            resources: ["/app/resources", "/app"], environment: { _ in nil }, program: "/app/a")
        #expect(
            folders == [
                "/app/resources", "/app", "/share/tegata", "/usr/local/share/tegata", "/usr/share/tegata", "Models",
            ])
        let environment = ["TEGATA_MODELS": "mine"]
        #expect(ModelSearch.folders(resources: ["/r"], environment: { environment[$0] }, program: nil) == ["mine"])
    }

    @Test func usesTheChosenFolderInTheWholeProcess() {
        // Chooses the folder where the models actually are, because other tests run at the same time.
        let model = ModelFiles.path("hand_landmarker.task").map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
        let folder = (model ?? ModelFiles.packageFolder).path
        ModelSearch.ownFolder = folder
        #expect(ModelSearch.folders(resources: ["/r"]) == [folder])
        ModelSearch.ownFolder = nil
        #expect(ModelSearch.ownFolder == nil)
    }

    @Test func namesAllFoldersInTheErrorForAMissingModel() {
        #expect(
            ModelSearch.missing("x.task", in: ["/a", "/b", "Models"], otherwise: "give a path")
                == "x.task: not in /a, /b or Models; run Tools/make/models in Tegata's sources, set TEGATA_MODELS to a"
                + " directory that contains it, or give a path")
        #expect(ModelSearch.missing("x.task", in: ["/a"], otherwise: "").hasPrefix("x.task: not in /a; "))
    }
}
