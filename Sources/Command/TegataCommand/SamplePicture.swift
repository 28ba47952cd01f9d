import TegataModelSearch

/// The picture that ships with the project.
enum SamplePicture {
    static func path() throws(CommandError) -> String {
        let candidates = ModelSearch.packageFolders.map { $0 + "Tests/Fixtures/rendered/two_hands_mixed.png" }
        if let path = candidates.first(where: System.exists) { return path }
        throw .failure("\(candidates[0]): no such file; name a picture with --image")
    }
}
