import CTegataLibrary
import TegataHands

/// The structs of tegata.h in memory.
enum LibraryLayout {
    /// Returns the fields of a struct.
    static func fields(of name: String) -> [LayoutField] {
        for described in structs where described.name.utf8.elementsEqual(name.utf8) { return described.fields }
        return []
    }

    /// The text of `tegata_layout`.
    static var text: String {
        var text = ""
        withUnsafeBytes(of: tegata_options.usual) { usual in
            let (structs, options) = (structs, fields(of: "tegata_options"))
            for described in structs {
                text += "\(described.name) \(described.size)\n"
                // The defaults of structs inside the options are those in the options; others are zero.
                let inside = options.first { $0.has(type: described.name) }
                let start = described.name.utf8.elementsEqual("tegata_options".utf8) ? 0 : inside?.offset
                for field in described.fields {
                    text += "\(field.name) \(field.type) \(field.count) \(field.offset)"
                    text += field.number(start.map { UnsafeRawBufferPointer(rebasing: usual[$0...]) }) + "\n"
                }
            }
        }
        text += "\n"
        for field in OptionField.all { text += field.line }
        text += choice("precision", HandPrecision.allCases.map { $0.rawValue })
        text += choice("search.area", SearchArea.allCases.map { $0.rawValue })
        text += "bones"
        for part in HandPart.all {
            for bone in part.connections { text += " \(bone.start.index) \(bone.end.index)" }
        }
        return text + "\n"
    }

    private struct Struct {
        let name: String
        let size: Int
        let fields: [LayoutField]
    }

    private static var structs: [Struct] {
        var structs: [Struct] = []
        while true {
            let next = tegata_struct_at(structs.count)
            guard let name = next.name else { return structs }
            let fields = UnsafeBufferPointer(start: next.fields, count: next.field_count)
            structs.append(
                Struct(name: String(cString: name), size: next.size, fields: fields.map { LayoutField($0) }))
        }
    }

    /// Returns the line of a field whose numbers have names.
    private static func choice(_ field: String, _ names: [String]) -> String {
        var line = "choice " + field
        for name in names { line += " " + name }
        return line + "\n"
    }
}

/// A field of a struct in memory.
struct LayoutField {
    let name: String
    let type: String
    let count: Int
    let offset: Int

    init(_ field: tegata_field) {
        (name, type) = (String(cString: field.name), String(cString: field.type))
        (count, offset) = (field.count, field.offset)
    }

    func has(type name: String) -> Bool { type.utf8.elementsEqual(name.utf8) }

    /// Returns a space and the default of a number, which is zero without an owner; nothing for other types.
    fileprivate func number(_ owner: UnsafeRawBufferPointer?) -> String {
        guard count == 1 else { return "" }
        if has(type: "f4") { return " \(owner?.load(fromByteOffset: offset, as: Float.self) ?? 0)" }
        if has(type: "i4") || has(type: "u4") { return " \(owner?.load(fromByteOffset: offset, as: Int32.self) ?? 0)" }
        if has(type: "i8") || has(type: "u8") { return " \(owner?.load(fromByteOffset: offset, as: Int64.self) ?? 0)" }
        return ""
    }
}

extension OptionField {
    /// The description of an option that programs offer; empty for others.
    fileprivate var line: String {
        guard let argument = option.argument else { return "" }
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
