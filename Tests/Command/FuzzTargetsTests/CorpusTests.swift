import Foundation
import FuzzTargets
import TegataBuffers
import TegataFormats
import TegataTestSupport
import Testing

/// The files from which libFuzzer has learnt, in `Fuzz/Corpus`, read once more: a reader that trapped would end the tests.
@Suite struct CorpusTests {
    @Test(arguments: FuzzTarget.all.map(\.name))
    func targetReadsWhatIsKept(name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        let path = ModelFiles.packageFolder.appendingPathComponent("Fuzz/Corpus/\(name).zip").path
        let archive = try ZipArchive(bytes: Bytes(mappingFileAt: path), file: path)
        #expect(archive.members.count >= 20)
        for member in archive.members { target.read(try archive.data(of: member)) }
    }

    /// A word in quotes on each line, with bytes that are no letters by their numbers.
    @Test(arguments: FuzzTarget.all.map(\.name))
    func targetHasADictionary(name: String) throws {
        let path = ModelFiles.packageFolder.appendingPathComponent("Fuzz/Dictionaries/\(name).dict").path
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        let words = lines.filter { !$0.hasPrefix("#") }
        #expect(words.count >= 7)
        for word in words { #expect(word.wholeMatch(of: /"([ !#-\[\]-~]|\\x[0-9a-f]{2})+"/) != nil, "\(word)") }
    }

    @Test func targetsHaveNamesOfTheirOwn() {
        #expect(Set(FuzzTarget.all.map(\.name)).count == FuzzTarget.all.count)
    }
}
