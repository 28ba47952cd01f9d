import CTegataLibrary
import TegataHands

/// The text of `tegata_layout`: the structs, which C describes, and after an empty line the options and the bones.
package enum LibraryLayout {
    package static var text: String {
        var lines = withUnsafePointer(to: tegata_options.usual) { String(cString: tegata_describe_structs($0)) } + "\n"
        for field in OptionField.all { lines += field.line }
        lines += choice("precision", HandPrecision.allCases.map(\.rawValue))
        lines += choice("search.area", SearchArea.allCases.map(\.rawValue))
        lines += "bones"
        for part in HandPart.all {
            for bone in part.connections { lines += " \(bone.start.index) \(bone.end.index)" }
        }
        return lines + "\n"
    }

    private static func choice(_ field: String, _ names: [String]) -> String {
        var line = "choice " + field
        for name in names { line += " " + name }
        return line + "\n"
    }
}

extension OptionField {
    /// The description of an option that programs offer; empty for others.
    fileprivate var line: String {
        guard let option, let argument = option.argument else { return "" }
        let (kind, bounds) =
            switch option.value {
            case .flag: ("flag", "0 1")
            case .integer(let range, _):
                ("integer", "\(range.lowerBound) \(min(range.upperBound, argument.limit, Int(Int32.max)))")
            case .number(let range, _): ("number", "\(range.lowerBound) \(range.upperBound)")
            }
        return "\(kind) \(path) \(argument.name) \(bounds) \(argument.summary)\n"
    }
}
