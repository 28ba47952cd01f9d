import TegataSystem
import Testing

struct PathPartsTests {
    @Test(arguments: [
        ("a", "", "a", "."), ("a/b.c", "a/", "b.c", "a"), ("/a", "/", "a", "/"), ("a/b/", "a/b/", "", "a/b"),
        ("", "", "", "."),
        ("a/\u{301}b", "a/", "\u{301}b", "a"), ("\u{301}/\u{301}", "\u{301}/", "\u{301}", "\u{301}"),
    ])
    func splitsPathsAtTheLastSlash(path: String, folder: String, name: String, folderName: String) {
        let parts = PathParts(path)
        #expect(parts.folder.utf8.elementsEqual(folder.utf8) && parts.name.utf8.elementsEqual(name.utf8))
        #expect(parts.folderName.utf8.elementsEqual(folderName.utf8))
    }

    @Test(arguments: [("a/b//", "a/", "b"), ("a", "", "a"), ("///", "", ""), ("/\u{301}/", "/", "\u{301}")])
    func ignoresTrailingSlashesOfDirectories(path: String, folder: String, name: String) {
        let parts = PathParts(ofFolder: path)
        #expect(parts.folder.utf8.elementsEqual(folder.utf8) && parts.name.utf8.elementsEqual(name.utf8))
    }
}
