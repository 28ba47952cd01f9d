import TegataHandCommands
import TegataModelSearch
import Testing

/// What commands say about models.
struct ModelSearchBundlesTests {
    @Test func missingBundlesAreOneLineThatNamesAllFolders() {
        #expect(
            ModelSearch.missingBundle("x.task", in: ["/a", "/b", "Models"])
                == "x.task: not in /a, /b or Models; run Tools/fetch-models in Tegata's sources, set TEGATA_MODELS to a"
                + " folder that has it, or name a bundle; tegata doctor says more")
    }
}
