/// An option of a pipeline that is a flag or a number within a range. Each is described once, beside the property that
/// holds it; the errors of ranges, the options of programs and what the C interface copies follow from the descriptions.
///
/// A class, because copies of so many texts would be a large part of programs for devices.
package final class PipelineOption: Sendable, Equatable {
    /// The name in the C interface and in Python, such as `detection_interval`.
    package let name: String
    package let value: Value
    /// The option of programs; nil if they do not offer it.
    package let argument: Argument?
    private let subject: String
    private let unit: String
    private let demand: String

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

    /// `subject`, `unit` and `demand` are for errors, which are sentences of them and the value.
    private init(
        _ name: String, _ subject: String, _ unit: String, _ demand: String, _ value: Value, _ argument: Argument?
    ) {
        self.name = name
        self.subject = subject
        self.unit = unit
        self.demand = demand
        self.value = value
        self.argument = argument
    }

    static func flag(_ name: String, _ argument: Argument? = nil, _ access: @escaping Access<Bool>) -> PipelineOption {
        PipelineOption(name, "", "", "", .flag(access), argument)
    }

    static func integer(
        _ name: String, _ subject: String, unit: String = "", in range: ClosedRange<Int>,
        demand: String = "it must be at least 1", _ argument: Argument? = nil, _ access: @escaping Access<Int>
    ) -> PipelineOption {
        PipelineOption(name, subject, unit, demand, .integer(range, access), argument)
    }

    static func number(
        _ name: String, _ subject: String, in range: ClosedRange<Float>, demand: String = "it must be between 0 and 1",
        _ argument: Argument? = nil, _ access: @escaping Access<Float>
    ) -> PipelineOption {
        PipelineOption(name, subject, "", demand, .number(range, access), argument)
    }

    /// Names tell options apart. Objects do not: the compiler may copy those of constants into constant lists.
    package static func == (one: PipelineOption, other: PipelineOption) -> Bool {
        one.name.utf8.elementsEqual(other.name.utf8)
    }

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
        "the " + subject + " is " + value + unit + "; " + demand
    }
}

extension HandPipelineError {
    /// The error of an option with a value out of its range.
    package static func outOfRange(_ option: PipelineOption, _ value: Int) -> HandPipelineError {
        .outOfRange(option.complaint("\(value)"))
    }

    /// The error of an option with a value out of its range.
    package static func outOfRange(_ option: PipelineOption, _ value: Float) -> HandPipelineError {
        .outOfRange(option.complaint("\(value)"))
    }
}
