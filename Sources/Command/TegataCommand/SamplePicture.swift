import TegataHandCommands
import TegataModelSearch
import TegataTool

/// The picture that ships with the project.
enum SamplePicture {
    private static let name = "two_hands_mixed.png"

    /// In the project's sources, or where it was installed with the models.
    static func path() throws(CommandError) -> String {
        let candidates =
            ModelSearch.packageFolders.map { $0 + "Tests/Fixtures/rendered/" + name }
            + ModelSearch.folders().map { $0 + "/" + name }
        if let path = candidates.first(where: System.exists) { return path }
        throw .failure(
            "\(name): the picture that ships with Tegata is not here; name one that shows hands with --image FILE"
        )
    }
}
