import CTegataLibrary
import TegataHands
import TegataSystem

/// The structs of tegata.h in memory.
enum LibraryLayout {
    /// Returns the fields of a struct; none if another type has the name.
    static func fields(of name: String) -> [LayoutField] {
        var index = 0
        while true {
            let next = tegata_struct_at(index)
            guard let found = next.name else { return [] }
            if strcmp(found, name) == 0 { return LayoutField.all(of: next) }
            index += 1
        }
    }

    /// The text of `tegata_layout`.
    static var text: String {
        var text = ""
        withUnsafeBytes(of: tegata_options.usual) { usual in
            let (structs, options) = (structs, fields(of: "tegata_options"))
            for described in structs {
                text += line([described.name, described.size.description])
                // The defaults of structs inside the options are those in the options; others are zero.
                let inside = options.first { $0.has(type: described.name) }
                let start = described.name.utf8.elementsEqual("tegata_options".utf8) ? 0 : inside?.offset
                for field in described.fields {
                    let number = field.number(start.map { UnsafeRawBufferPointer(rebasing: usual[$0...]) })
                    let words = [field.name, field.type, field.count.description, field.offset.description]
                    text += line(words + (number.utf8.isEmpty ? [] : [number]))
                }
            }
        }
        text += "\n"
        for field in OptionField.all {
            if let argument = field.option.argument { text += line(field.words(argument)) }
        }
        text += line(["choice", "precision"] + HandPrecision.allCases.map { $0.rawValue })
        text += line(["choice", "search.area"] + SearchArea.allCases.map { $0.rawValue })
        text += line(["choice", "encoding.element"] + TensorEncoding.Element.allCases.map { $0.name })
        var bones = ["bones"]
        for part in HandPart.all {
            for bone in part.connections { bones += [bone.start.index.description, bone.end.index.description] }
        }
        return text + line(bones)
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
            structs.append(Struct(name: String(cString: name), size: next.size, fields: LayoutField.all(of: next)))
        }
    }

    private static func line(_ words: [String]) -> String { words.joined(separator: " ") + "\n" }
}

/// A field of a struct in memory.
struct LayoutField {
    let name: String
    let type: String
    let count: Int
    let offset: Int

    fileprivate static func all(of owner: tegata_struct) -> [LayoutField] {
        UnsafeBufferPointer(start: owner.fields, count: owner.field_count).map { LayoutField($0) }
    }

    private init(_ field: tegata_field) {
        name = withUnsafeBytes(of: field.name) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        type = String(cString: tegata_type_name(field.type))
        (count, offset) = (Int(field.count), Int(field.offset))
    }

    func has(type name: String) -> Bool { type.utf8.elementsEqual(name.utf8) }

    /// Returns the default of a number, which is zero without an owner; nothing for other types.
    fileprivate func number(_ owner: UnsafeRawBufferPointer?) -> String {
        guard count == 1 else { return "" }
        if has(type: "f4") { return (owner?.load(fromByteOffset: offset, as: Float.self) ?? 0).description }
        if has(type: "i4") || has(type: "u4") {
            return (owner?.load(fromByteOffset: offset, as: Int32.self) ?? 0).description
        }
        if has(type: "i8") || has(type: "u8") {
            return (owner?.load(fromByteOffset: offset, as: Int64.self) ?? 0).description
        }
        return ""
    }
}

extension OptionField {
    /// The words of the line about an option that programs offer.
    fileprivate func words(_ argument: PipelineOption.Argument) -> [String] {
        let kind: [String] =
            switch option.value {
            case .flag: ["flag", path, argument.name, "0", "1"]
            case .integer(let range, _):
                [
                    "integer", path, argument.name, range.lowerBound.description,
                    min(range.upperBound, argument.limit, Int(Int32.max)).description,
                ]
            case .number(let range, _):
                ["number", path, argument.name, range.lowerBound.description, range.upperBound.description]
            }
        return kind + [argument.summary]
    }
}
