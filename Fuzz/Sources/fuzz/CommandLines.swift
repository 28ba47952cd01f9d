import TegataCommand
import TegataTestSupport
import TegataTool

/// Command lines with one word per line: the documented examples, and mutations of them.
///
/// An option needs its value and its command, and a mutation of single bytes would separate them, so whole words are
/// mutated.
enum CommandLines {
    private static let operands = ["a.png", "a.mp4", "poses", "-", "/dev/video0", "hand.task"]
    private static let texts = [
        "3", "0.5", "-1", "0", "1e9", "640x480", "1:30", "-2", "30000/1001", "900,900,640,360", "70", "10ms", "90", "a",
        "", "-", "a.npy", "a.json", "a.png", "a.tegata", "poses", "key=value", "0,1,2", "nan", "\u{e9}",
    ]

    private static let commands = tegataTool.commands

    /// The values of each option, by command and option.
    private static let values = commands.map { $0.options.map(values(of:)) }

    /// Command lines for every command: its options with values of each kind, one at a time and all together.
    static var seeds: [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for (command, valuesOfOptions) in zip(commands, values) {
            var whole = [command.name, operands[0], operands[1]]
            for (number, option) in command.options.enumerated() {
                let values = valuesOfOptions[number]
                for (index, value) in values.enumerated() {
                    let words = index % 2 == 0 ? [option.name, value] : ["\(option.name)=\(value)"]
                    let operand = operands[(number + index) % operands.count]
                    files["\(command.name)-\(number)-\(index)"] = bytes([command.name, operand] + words)
                }
                if option.placeholder == nil {
                    files["\(command.name)-\(number)"] = bytes([command.name, operands[0], option.name])
                }
                whole += [option.name] + values.prefix(1)
            }
            files["\(command.name)-all"] = bytes(whole)
        }
        return files
    }

    /// Returns valid values for an option, and an invalid one.
    private static func values(of option: OptionDescription) -> [String] {
        guard option.placeholder != nil else { return [] }
        var names: [String] = []
        switch option.values {
        case .names(let words), .wordThenFiles(let words): names = words
        default: break
        }
        let takes = { (text: String) in (try? option.check(text)) != nil }
        return Array((names + texts).filter(takes).prefix(8) + texts.filter { !takes($0) }.prefix(1))
    }

    /// Returns a command line with words changed, removed or inserted; most new words are options of its command.
    static func changed(_ bytes: [UInt8], _ seed: UInt32, by change: ([UInt8], Int) -> [UInt8]) -> [UInt8] {
        var random = SplitMix64(seed: UInt64(seed))
        var words = bytes.split(separator: newline, omittingEmptySubsequences: false).map { Array($0) }
        let place = random.below(words.count)
        switch random.below(8) {
        case 0: words[place] = change(words[place], words[place].count + 8)
        case 1: words[place] = Array(texts[random.below(texts.count)].utf8)
        case 2: words.remove(at: place)
        case 3: words.insert(words[random.below(words.count)], at: place)
        case 4: words[0] = Array(commands[random.below(commands.count)].name.utf8)
        default:
            let name = String(decoding: words[0], as: UTF8.self)
            let command = commands.firstIndex { $0.name == name } ?? random.below(commands.count)
            let options = commands[command].options
            guard !options.isEmpty else { break }
            let number = random.below(options.count)
            let option = options[number]
            let values = values[command][number] + texts.prefix(1)
            let value = values[random.below(values.count)]
            var added = [option.name]
            if option.placeholder != nil {
                added = random.below(3) == 0 ? ["\(option.name)=\(value)"] : [option.name, value]
            }
            words.insert(contentsOf: added.map { Array($0.utf8) }, at: place + 1)
        }
        return Array(words.joined(separator: [newline]))
    }

    private static let newline = UInt8(ascii: "\n")

    private static func bytes(_ words: [String]) -> [UInt8] { Array(words.joined(separator: "\n").utf8) }
}
