/// An option of a pipeline that is a flag or a number within a range. Each is described once, beside the property that
/// holds it; the errors of ranges, the options of programs and what the C interface copies follow from the descriptions.
package struct PipelineOption: Sendable, Equatable {
    /// The name in the C interface and in Python, such as `detection_interval`.
    package let name: String
    package let value: Value
    /// The option of programs; nil if they do not offer it.
    package let argument: Argument?
    private let words: Words

    /// All that are described.
    package static let all = HandPipelineOptions.described + SearchOptions.described + TrackingOptions.described

    /// Passes the value on, to be read or changed.
    package typealias Access<Value> = @Sendable (inout HandPipelineOptions, (inout Value) -> Void) -> Void

    /// The kind of value, with the possible values.
    package enum Value: Sendable {
        case flag(Access<Bool>)
        case integer(ClosedRange<Int>, Access<Int>)
        case number(ClosedRange<Float>, Access<Float>)
    }

    /// How a program offers an option.
    package struct Argument: Sendable {
        /// The name with its dashes.
        package let name: String
        /// What stands for the value in the help; empty for flags.
        package let placeholder: String
        /// The largest whole number that a program takes.
        package let limit: Int
        /// The line of the help, without the default.
        package let summary: String
        /// Whether the program for devices has the option, which can be a flag or a whole number there.
        package let isOnDevices: Bool

        init(
            _ name: String, placeholder: String = "", limit: Int = .max, _ summary: String, isOnDevices: Bool = false
        ) {
            self.name = name
            self.placeholder = placeholder
            self.limit = limit
            self.summary = summary
            self.isOnDevices = isOnDevices
        }
    }

    /// How errors speak of an option.
    struct Words: Sendable {
        let subject: String
        var unit = ""
        var demand = "it must be"
    }

    private init(_ name: String, _ words: Words, _ value: Value, _ argument: Argument?) {
        self.name = name
        self.words = words
        self.value = value
        self.argument = argument
    }

    static func flag(_ name: String, _ argument: Argument? = nil, _ access: @escaping Access<Bool>) -> Self {
        Self(name, Words(subject: ""), .flag(access), argument)
    }

    static func integer(
        _ name: String, _ words: Words, in range: ClosedRange<Int>, _ argument: Argument? = nil,
        _ access: @escaping Access<Int>
    ) -> Self {
        Self(name, words, .integer(range, access), argument)
    }

    static func number(
        _ name: String, _ subject: String, in range: ClosedRange<Float>, _ argument: Argument? = nil,
        _ access: @escaping Access<Float>
    ) -> Self {
        Self(name, Words(subject: subject), .number(range, access), argument)
    }

    /// Names tell options apart.
    package static func == (one: Self, other: Self) -> Bool { one.name.utf8.elementsEqual(other.name.utf8) }

    /// Throws if the option is out of its range.
    func check(_ options: HandPipelineOptions) throws(HandPipelineError) {
        var options = options
        var error: HandPipelineError?
        switch value {
        case .flag: break
        case .integer(let range, let access):
            access(&options) { if !range.contains($0) { error = .outOfRange(self, $0) } }
        case .number(let range, let access):
            access(&options) { if !range.contains($0) { error = .outOfRange(self, $0) } }
        }
        if let error { throw error }
    }

    /// Says that a value is not possible.
    fileprivate func complaint(_ value: String) -> String {
        "the \(words.subject) is \(value)\(words.unit); \(demand)"
    }

    private var demand: String {
        switch value {
        case .flag: ""
        case .integer(let range, _) where range.upperBound == .max:
            range.lowerBound == 0 ? "it must not be negative" : "\(words.demand) at least \(range.lowerBound)"
        case .integer(let range, _): "\(words.demand) between \(range.lowerBound) and \(range.upperBound)"
        case .number(let range, _):
            "\(words.demand) between \(Self.text(range.lowerBound)) and \(Self.text(range.upperBound))"
        }
    }

    /// A bound of a range, without a fraction of zero.
    package static func text(_ bound: Float) -> String {
        bound == bound.rounded() ? "\(Int(bound))" : "\(bound)"
    }
}

extension HandPipelineError {
    /// The error of an option with a value out of its range.
    package static func outOfRange(_ option: PipelineOption, _ value: Int) -> Self {
        .outOfRange(option.complaint("\(value)"))
    }

    /// The error of an option with a value out of its range.
    package static func outOfRange(_ option: PipelineOption, _ value: Float) -> Self {
        .outOfRange(option.complaint("\(value)"))
    }
}
