import TegataHandCommands
import TegataRecords
import TegataReport
import TegataTool
import TegataTraining

extension ClassifierAssessment {
    /// The maximum number of mistakes of each kind to list.
    private static let mostListed = 10
    /// The maximum number of classes for which the confusion matrix fits in a terminal.
    private static let mostColumns = 12

    /// Returns the report for people, as lines for a terminal.
    func text(_ style: Style) -> String {
        var lines = headLines(style)
        lines += classLines(style)
        lines += confusionLines(style)
        lines += streamLines
        lines += mistakeLines("likely mislabelled", mistakes.filter(\.isSuspect), style)
        lines += mistakeLines("wrong answers", mistakes.filter { !$0.isSuspect }, style)
        return lines.joined(separator: "\n")
    }

    private func headLines(_ style: Style) -> [String] {
        var parts: [String] = []
        if let metrics, metrics.count > 0 {
            parts.append("\(percent(metrics.accuracy)) right")
            parts.append("macro F1 \(fixed(metrics.macroF1, 3))")
        }
        if let unknownShare { parts.append("\(percent(unknownShare)) answered with no class") }
        if let calibrationError { parts.append("calibration error \(percent(calibrationError))") }
        let head = style.heading(printable(title)) + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))
        return [head] + ([basis] + remarks).filter { !$0.isEmpty }.map { style.faint(printable($0)) }
    }

    private func classLines(_ style: Style) -> [String] {
        guard !classes.isEmpty else { return [] }
        var table = TextTable([
            ("class", .left), ("examples", .right), ("no hand", .right), ("unreadable", .right), ("precision", .right),
            ("recall", .right), ("F1", .right), ("no class named", .right),
        ])
        for row in classes {
            let label = labels.firstIndex(of: row.label)
            func value(_ number: (Int) -> Double?) -> String { label.flatMap(number).map(percent) ?? "–" }
            var none = label.flatMap { $0 < unnamed.count && metrics != nil ? "\(unnamed[$0])" : nil } ?? "–"
            if let other = foreign.first(where: { $0.label == row.label }) {
                none = "\(other.unnamed) of \(other.count)"
            }
            table.add([
                row.label + (label == nil ? " (not in the classifier)" : label == background ? " (background)" : ""),
                "\(row.items)", "\(row.withoutHand)", "\(row.unreadable)", value { metrics?.precision($0) },
                value { metrics?.recall($0) }, label.flatMap { metrics?.f1($0) }.map { fixed($0, 3) } ?? "–", none,
            ])
        }
        return [""] + table.lines(margin: "  ", style: style)
    }

    private func confusionLines(_ style: Style) -> [String] {
        guard let metrics, metrics.count > 0 else { return [] }
        guard labels.count <= Self.mostColumns else {
            return ["", "confusion matrix: too wide for the terminal; use --html"]
        }
        var table = TextTable([("shown, answered", .left)] + labels.map { (title: $0, alignment: .right) })
        for (label, row) in metrics.confusion.enumerated() {
            table.add([labels[label]] + row.map { $0 == 0 ? "·" : "\($0)" })
        }
        return [""] + table.lines(margin: "  ", style: style)
    }

    private var streamLines: [String] {
        guard let stream else { return [] }
        var parts: [String] = []
        if let alarms = stream.falseAlarmsPerMinute {
            parts.append(
                "\(fixed(alarms, 2)) false alarms per minute (\(stream.falseAlarms) in"
                    + " \(fixed(stream.backgroundSeconds, 1)) s of background)"
            )
        }
        if stream.actions > 0 {
            let latency = stream.latency.map { ", half of them within \(fixed($0, 2)) s" } ?? ""
            parts.append("\(stream.found) of \(stream.actions) actions recognised\(latency)")
        }
        return parts.isEmpty ? [] : ["", "in a stream: " + parts.joined(separator: "; ") + " (\(stream.basis))"]
    }

    private func mistakeLines(_ title: String, _ mistakes: [Mistake], _ style: Style) -> [String] {
        guard !mistakes.isEmpty else { return [] }
        var lines = ["", style.heading(title)]
        for mistake in mistakes.prefix(Self.mostListed) {
            lines.append(
                printable(
                    "  \(mistake.source): \(mistake.label), answered \(mistake.result) with"
                        + " \(percent(Double(mistake.confidence)))"
                ))
        }
        if mistakes.count > Self.mostListed { lines.append("  and \(mistakes.count - Self.mostListed) more") }
        return lines
    }

    private func percent(_ share: Double) -> String { fixed(100 * share, 1) + " %" }
}

extension ClassifierAssessment {
    /// Returns the report as one JSON object. `more` adds members at the end.
    func json(_ more: (inout JSONWriter) -> Void = { _ in }) -> String {
        JSONWriter.object { json in
            json.member("accuracy", metrics.map(\.accuracy))
            json.member("macroF1", metrics.map(\.macroF1))
            json.member("unknown", unknownShare)
            json.member("classes", labels)
            json.member("confusion", metrics?.confusion ?? [])
            json.member("background", background.map { labels[$0] })
            json.member("calibrationError", calibrationError)
            json.member("judged", metrics?.count ?? 0)
            json.member("foundLate", foundLateCount)
            writeLabels(to: &json)
            if let stream {
                json.object("stream") { json in
                    json.member("falseAlarms", stream.falseAlarms)
                    json.member("backgroundSeconds", stream.backgroundSeconds)
                    json.member("falseAlarmsPerMinute", stream.falseAlarmsPerMinute)
                    json.member("actions", stream.actions)
                    json.member("found", stream.found)
                    json.member("latencySeconds", stream.latency)
                    json.member("basis", stream.basis)
                }
            }
            json.array("mistakes", mistakes) { json, mistake in
                json.object { json in
                    json.member("source", mistake.source)
                    json.member("label", mistake.label)
                    json.member("answer", mistake.result)
                    json.member("confidence", mistake.confidence)
                    json.member("isSuspect", mistake.isSuspect)
                }
            }
            json.member("notices", notices)
            more(&json)
        }
    }

    private func writeLabels(to json: inout JSONWriter) {
        json.array("labels", classes) { json, row in
            let label = labels.firstIndex(of: row.label)
            json.object { json in
                json.member("label", row.label)
                json.member("examples", row.items)
                json.member("withoutHand", row.withoutHand)
                json.member("unreadable", row.unreadable)
                json.member("precision", label.flatMap { metrics?.precision($0) })
                json.member("recall", label.flatMap { metrics?.recall($0) })
                json.member("f1", label.flatMap { metrics?.f1($0) })
                let foreign = foreign.first { $0.label == row.label }
                json.member(
                    "unknown", foreign?.unnamed ?? label.flatMap { $0 < unnamed.count ? unnamed[$0] : nil })
                json.member("isKnown", label != nil)
            }
        }
    }
}
