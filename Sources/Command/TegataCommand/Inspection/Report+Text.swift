import TegataFormats
import TegataTables
import TegataTool

extension FileReport {
    /// Returns the report for people.
    func text(_ style: Style) -> String {
        var lines: [String] = []
        if let members {
            lines.append(style.heading(printable(name)) + "  \(grouped(byteCount)) bytes, \(members.count) members")
            var table = TextTable([
                ("member", .left), ("bytes", .right), ("offset", .right), ("method", .left), ("CRC-32", .left),
            ])
            for member in members {
                let indent = String(repeating: "  ", count: member.path.count - 1)
                table.add([
                    indent + (member.path.last ?? ""), grouped(member.entry.size),
                    member.fileOffset.map(grouped) ?? "–",
                    member.entry.methodName, member.entry.checksumText,
                ])
            }
            lines += table.lines(margin: "  ", style: style)
        }
        for network in networks {
            if !lines.isEmpty { lines.append("") }
            lines += network.lines(style)
        }
        if let classifier {
            if !lines.isEmpty { lines.append("") }
            lines += classifier.lines(style)
        }
        return lines.joined(separator: "\n")
    }
}

extension ZipMember {
    var methodName: String {
        switch method {
        case ZipMember.stored: "stored"
        case ZipMember.deflated: "deflated"
        default: "method \(method)"
        }
    }

    var checksumText: String {
        let digits = String(checksum, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}

extension NetworkReport {
    fileprivate func lines(_ style: Style) -> [String] {
        var lines = [style.heading(printable(name))]
        let model = file.model
        lines += facts
        lines += tensorLines("inputs", inputs, style) + tensorLines("outputs", outputs, style)
        for (index, subgraph) in model.subgraphs.enumerated().dropFirst() {
            lines.append(
                "  subgraph \(index) \"\(printable(subgraph.name))\" with \(subgraph.operators.count) operators")
        }
        for signature in model.signatures {
            lines.append("  " + style.faint("signature ") + printable("\"\(signature.key)\""))
            lines.append("    " + printable("inputs " + signature.inputs.map(\.name).joined(separator: ", ")))
            lines.append("    " + printable("outputs " + signature.outputs.map(\.name).joined(separator: ", ")))
        }
        lines.append("  " + style.faint("operators"))
        var table = TextTable([("", .left), ("", .right), ("", .right)])
        for entry in operators {
            let products = entry.multiplyAccumulates.map { $0 == 0 ? "" : fixed(Double($0) / 1e6, 3) + " MMAC" } ?? ""
            table.add([entry.name, "\(entry.count)", products])
        }
        lines += table.lines(margin: "    ")
        if let problem { lines.append("  " + style.warning("cannot be run: " + printable(problem))) }
        return lines
    }

    /// The lines about the network as a whole.
    private var facts: [String] {
        var table = TextTable([("", .left), ("", .left)])
        func add(_ name: String, _ text: String?) {
            if let text, !text.isEmpty { table.add([name, text]) }
        }
        add("schema", "TFLite \(file.model.version)")
        add("description", file.model.description)
        if let metadata = file.metadata {
            add("name", metadata.name)
            add("about", metadata.description)
            add("version", metadata.version)
            add("author", metadata.author)
            add("licence", metadata.license)
            add("parser", metadata.minimumParserVersion.map { "needs version \($0) of the metadata" })
        } else {
            add("metadata", "none")
        }
        add("parameters", "\(grouped(parameterByteCount)) bytes")
        add("work", multiplyAccumulates.map { fixed(Double($0) / 1e6, 3) + " MMAC" })
        if let channels, channels.count > 0 {
            add("channels", "\(grouped(channels.count)) between convolutions, \(grouped(channels.needed)) needed")
        }
        for member in appendedFiles { add("appended", "\(member.name), \(grouped(member.size)) bytes") }
        for named in associatedFiles { add("file", named) }
        return table.lines(margin: "  ")
    }

    /// The files that the metadata names for the network or its subgraphs. A tensor's files are listed with the tensor.
    private var associatedFiles: [String] {
        guard let metadata = file.metadata else { return [] }
        return (metadata.associatedFiles + metadata.subgraphs.flatMap(\.associatedFiles)).map(\.summary)
    }

    private func tensorLines(_ title: String, _ tensors: [Tensor], _ style: Style) -> [String] {
        var table = TextTable([("", .right), ("", .left), ("", .left), ("", .left), ("", .left)])
        for (index, tensor) in tensors.enumerated() {
            table.add(["\(index)", tensor.name, tensor.type, shapeText(tensor.shape), tensor.summary])
        }
        var lines = ["  " + style.faint(title)] + table.lines(margin: "    ")
        for tensor in tensors where !tensor.labels.isEmpty {
            lines.append("    labels of " + printable(tensor.name))
            let list = tensor.labels.map { $0.isEmpty ? "\"\"" : printable($0) }.joined(separator: ", ")
            lines += wrapped(list, style.width - 6).split(separator: "\n").map { "      " + $0 }
        }
        return lines
    }
}

extension NetworkReport.Tensor {
    /// A short description from the metadata.
    fileprivate var summary: String {
        var parts: [String] = []
        if let metadata {
            if let name = metadata.name, name != self.name { parts.append("\"\(name)\"") }
            if let content = metadata.content, content != .feature { parts.append(content.summary) }
        }
        if let normalization {
            parts.append(
                "(pixel − \(channelText(normalization.means))) ÷ \(channelText(normalization.standardDeviations))")
        }
        if let scoreThreshold { parts.append("scores from \(scoreThreshold)") }
        if !labels.isEmpty { parts.append(labels.count == 1 ? "1 label" : "\(labels.count) labels") }
        for file in metadata?.associatedFiles ?? [] { parts.append(file.summary) }
        return parts.joined(separator: "; ")
    }
}

extension AssociatedFile {
    fileprivate var summary: String {
        name + (locale.map { $0.isEmpty ? "" : " (\($0))" } ?? "")
    }
}

/// Returns one value per channel, or a single value if all are equal.
private func channelText(_ values: [Float]) -> String {
    let shown = values.allSatisfy { $0 == values.first } ? Array(values.prefix(1)) : values
    return shown.map { value in
        let text = value.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }.joined(separator: ", ")
}
