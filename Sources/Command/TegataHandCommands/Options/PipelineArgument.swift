import TegataHands
import TegataTool

/// A simple pipeline option, as commands offer it. Its description gives the name, range, default and summary.
struct PipelineArgument: Sendable {
    let option: PipelineOption
    private let parser: Parser

    private enum Parser: Sendable {
        case flag(Flag, PipelineOption.Access<Bool>)
        case integer(Option<Int>, PipelineOption.Access<Int>)
        case number(Option<Float>, PipelineOption.Access<Float>)
    }

    /// Nil if programs do not offer the option.
    init?(_ option: PipelineOption) {
        guard let argument = option.argument else { return nil }
        self.option = option
        var usual = HandPipelineOptions.ofCommands
        switch option.value {
        case .flag(let access): parser = .flag(Flag(argument.name, argument.summary), access)
        case .integer(let range, let access):
            var summary = argument.summary
            access(&usual) { summary += " (default: \($0))" }
            let possible = range.lowerBound...min(range.upperBound, argument.limit)
            parser = .integer(.integer(argument.name, argument.placeholder, in: possible, summary), access)
        case .number(let range, let access):
            var summary = argument.summary
            access(&usual) { summary += " (default: \($0))" }
            let (lower, upper) = (Self.text(range.lowerBound), Self.text(range.upperBound))
            let parsed = Option<Float>(
                argument.name, argument.placeholder, summary, expectation: "a number from \(lower) to \(upper)"
            ) { text in
                Float(text).flatMap { range.contains($0) ? $0 : nil }
            }
            parser = .number(parsed, access)
        }
    }

    /// Returns a bound as text, without a fraction if it is zero.
    private static func text(_ bound: Float) -> String {
        bound == bound.rounded() ? "\(Int(bound))" : "\(bound)"
    }

    /// Returns the arguments for the options that commands offer, in the same order.
    static func all(of options: [PipelineOption]) -> [PipelineArgument] { options.compactMap(PipelineArgument.init) }

    var description: OptionDescription {
        switch parser {
        case .flag(let flag, _): flag.description
        case .integer(let option, _): option.description
        case .number(let option, _): option.description
        }
    }

    /// Sets the option if the user specified it; returns whether the user did.
    @discardableResult
    func read(_ arguments: Arguments, into options: inout HandPipelineOptions) throws -> Bool {
        switch parser {
        case .flag(let flag, let access):
            guard arguments.has(flag) else { return false }
            access(&options) { $0 = true }
        case .integer(let option, let access):
            guard let given = try arguments.value(of: option) else { return false }
            access(&options) { $0 = given }
        case .number(let option, let access):
            guard let given = try arguments.value(of: option) else { return false }
            access(&options) { $0 = given }
        }
        return true
    }
}

extension HandPipelineOptions {
    /// The commands' default options.
    static let ofCommands: HandPipelineOptions = {
        var options = HandPipelineOptions()
        options.maximumHandCount = HandPipelineOptions.usualHandCount
        return options
    }()
}
