/// A pipeline option that is a flag or a number within a range. Each option is described once, next to the property
/// that holds it. Range errors, program options and the values copied by the C interface are derived from the
/// descriptions.
///
/// This is a class, because copies of so many texts would take up a large part of programs for devices.
package final class PipelineOption: Sendable, Equatable {
    /// The name in the C interface and in Python, such as `detection_interval`.
    package let name: String
    package let value: Value
    /// The corresponding command-line option; nil if programs do not offer it.
    package let argument: Argument?
    private let subject: String
    private let unit: String
    private let demand: String

    /// All described options.
    package static let all =
        HandPipelineOptions.described + SkeletonOptions.described + SearchOptions.described + TrackingOptions.described

    /// A function that passes an option's value to a closure, which may read or change it.
    package typealias Access<Value> = @Sendable (inout HandPipelineOptions, (inout Value) -> Void) -> Void

    /// The kind of value, together with the permitted values.
    package enum Value: Sendable {
        case flag(Access<Bool>)
        case integer(ClosedRange<Int>, Access<Int>)
        case number(ClosedRange<Float>, Access<Float>)
    }

    /// The command-line option for a pipeline option.
    package struct Argument: Sendable {
        /// The name, including its dashes.
        package let name: String
        /// The placeholder for the value in the help; empty for flags.
        package let placeholder: String
        /// The largest integer that a program accepts.
        package let limit: Int
        /// The line in the help, without the default.
        package let summary: String
        /// Whether the program for devices has this option; only flags and integers are possible.
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

    /// Creates an option. Error messages are sentences made up of `subject`, the value, `unit` and `demand`.
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

    /// Compares names rather than identities, because the compiler may copy constant objects into constant lists.
    package static func == (one: PipelineOption, other: PipelineOption) -> Bool {
        one.name.utf8.elementsEqual(other.name.utf8)
    }

    /// Throws if the option's value is out of range.
    func check(_ options: HandPipelineOptions) throws(HandPipelineError) {
        var options = options
        let isNamed = options.errorsNameOptions
        var error: HandPipelineError?
        switch value {
        case .flag: break
        case .integer(let range, let access):
            access(&options) { if !range.contains($0) { error = .outOfRange(self, $0, isNamed: isNamed) } }
        case .number(let range, let access):
            access(&options) { if !range.contains($0) { error = .outOfRange(self, $0, isNamed: isNamed) } }
        }
        if let error { throw error }
    }

    /// Returns the message for an out-of-range value.
    fileprivate func complaint(_ value: String, isNamed: Bool) -> String {
        (isNamed ? name : "the " + subject) + " is " + value + unit + "; " + demand
    }
}

extension HandPipelineError {
    /// Returns the error for an option whose value is out of range.
    package static func outOfRange(
        _ option: PipelineOption, _ value: Int, isNamed: Bool = false
    ) -> HandPipelineError {
        .outOfRange(option.complaint("\(value)", isNamed: isNamed))
    }

    /// Returns the error for an option whose value is out of range.
    package static func outOfRange(
        _ option: PipelineOption, _ value: Float, isNamed: Bool = false
    ) -> HandPipelineError {
        .outOfRange(option.complaint("\(value)", isNamed: isNamed))
    }
}
