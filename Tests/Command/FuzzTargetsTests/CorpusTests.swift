import Foundation
import FuzzTargets
import TegataBuffers
import TegataFormats
import TegataTestSupport
import Testing

/// Rereads the files that libFuzzer has collected in `Fuzz/Corpus`. If a reader trapped, the tests would end.
@Suite struct CorpusTests {
    @Test(arguments: FuzzTarget.all.map(\.name))
    func readsTheCorpusOfEveryTarget(name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        let path = ModelFiles.packageFolder.appendingPathComponent("Fuzz/Corpus/\(name).zip").path
        let archive = try ZipArchive(bytes: Bytes(mappingFileAt: path), file: path)
        #expect(archive.members.count >= 20)
        for member in archive.members { target.read(try archive.data(of: member)) }
    }

    /// Each line contains a quoted word. Bytes that are not printable are written as hexadecimal escapes.
    @Test(arguments: FuzzTarget.all.map(\.name))
    func hasADictionaryForEveryTarget(name: String) throws {
        let path = ModelFiles.packageFolder.appendingPathComponent("Fuzz/Dictionaries/\(name).dict").path
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        let words = lines.filter { !$0.hasPrefix("#") }
        #expect(words.count >= 7)
        for word in words { #expect(word.wholeMatch(of: /"([ !#-\[\]-~]|\\x[0-9a-f]{2})+"/) != nil, "\(word)") }
    }

    @Test func hasUniqueTargetNames() {
        #expect(Set(FuzzTarget.all.map(\.name)).count == FuzzTarget.all.count)
    }
}
