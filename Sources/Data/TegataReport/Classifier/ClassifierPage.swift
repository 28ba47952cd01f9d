import TegataSystem
import TegataTraining

/// A classifier's report as a web page: one file without code that needs no other file and no network.
package enum ClassifierPage {
    /// Writes the page, which appears under its name only when it is complete.
    package static func write(_ report: ClassifierAssessment, to path: String) throws(FileError) {
        try PendingFile.writeFile(bytes(report).span.bytes, to: path)
    }

    /// Returns the page.
    package static func bytes(_ report: ClassifierAssessment) -> [UInt8] {
        var page = PageText.start(title: report.title, style: PackageResources.classifier_css)
        page += Array(body(report).utf8)
        for group in groups(of: report) { page += gallery(group.title, group.hint, group.mistakes) }
        page += Array(notices(report).utf8)
        return page + PageText.end
    }

    private static func body(_ report: ClassifierAssessment) -> String {
        headline(report) + curves(report.history) + confusion(report) + classes(report) + stream(report) + facts(report)
    }

    // MARK: Numbers

    private static func headline(_ report: ClassifierAssessment) -> String {
        var tiles: [(value: String, name: String)] = []
        if let metrics = report.metrics, metrics.count > 0 {
            tiles.append((percent(metrics.accuracy), "right"))
            tiles.append((number(metrics.macroF1, decimals: 3), "macro F1"))
        }
        if let share = report.unknownShare { tiles.append((percent(share), "answered with no class")) }
        if let error = report.calibrationError { tiles.append((percent(error), "calibration error")) }
        if let alarms = report.stream?.falseAlarmsPerMinute {
            tiles.append((number(alarms, decimals: 2), "false alarms per minute"))
        }
        if let latency = report.stream?.latency {
            tiles.append((number(latency, decimals: 2) + " s", "until an action is recognised"))
        }
        return TablePage.tiles(tiles, remarks: ([report.basis] + report.remarks).filter { !$0.isEmpty })
    }

    private static func curves(_ history: [TrainingProgress]) -> String {
        let steps = history.filter { $0.phase == .training }
        guard !steps.isEmpty else { return "" }
        func curve(_ name: String, _ style: String, _ value: (TrainingProgress) -> Double?) -> CurvePlot.Curve {
            CurvePlot.Curve(
                name: name, style: style,
                points: steps.compactMap { step in value(step).map { (x: Double(step.done), y: $0) } })
        }
        let losses = [curve("training", "first", \.loss), curve("held out", "second", \.validationLoss)]
        let rights = [curve("training", "first", \.accuracy), curve("held out", "second", \.validationAccuracy)]
        let top = max(losses.flatMap { $0.points.map(\.y) }.max() ?? 1, 0.01)
        return card(
            "During training",
            "<div class=\"plots\">"
                + CurvePlot(title: "Loss", curves: losses, top: top, isPercentage: false).html
                + CurvePlot(title: "Right results", curves: rights, top: 1, isPercentage: true).html + "</div><p"
                + " class=\"hint\">Training uses randomly changed examples, so it is harder than the held-out"
                + " data.</p>"
        )
    }

    private static func confusion(_ report: ClassifierAssessment) -> String {
        guard let metrics = report.metrics, metrics.count > 0 else { return "" }
        var rows = "<tr><th scope=\"col\">label, result</th>"
        rows += report.labels.map { "<th scope=\"col\"><span>\(PageText.escaped($0))</span></th>" }.joined() + "</tr>"
        for (label, row) in metrics.confusion.enumerated() {
            let total = max(row.reduce(0, +), 1)
            rows += "<tr><th scope=\"row\">\(PageText.escaped(report.labels[label]))</th>"
            for (answer, count) in row.enumerated() {
                let share = Int((100 * Double(count) / Double(total)).rounded())
                let kind = answer == label ? "right" : "wrong"
                rows += count == 0 ? "<td>·</td>" : "<td class=\"\(kind)\" style=\"--share:\(share)%\">\(count)</td>"
            }
            rows += "</tr>"
        }
        return card("Confusion matrix", "<div class=\"wide\"><table class=\"confusion\">\(rows)</table></div>")
    }

    private static func classes(_ report: ClassifierAssessment) -> String {
        var rows =
            "<tr><th>class</th><th>examples</th><th>right</th><th>left</th><th>without a hand</th><th>several"
            + " hands</th><th>unreadable</th><th>precision</th><th>recall</th><th>F1</th><th>no class"
            + " named</th></tr>"
        for row in report.classes {
            let label = report.labels.firstIndex(of: row.label)
            func value(_ number: (ClassifierMetrics, Int) -> Double?) -> String {
                guard let metrics = report.metrics, let label else { return "" }
                return number(metrics, label).map { percent($0) } ?? ""
            }
            var unnamed = ""
            if let label, label < report.unnamed.count { unnamed = "\(report.unnamed[label])" }
            if let foreign = report.foreign.first(where: { $0.label == row.label }) {
                unnamed = "\(foreign.unnamed) of \(foreign.count)"
            }
            let cells =
                [
                    "\(row.items)", "\(row.right)", "\(row.left)", "\(row.withoutHand)", "\(row.withSeveralHands)",
                    "\(row.unreadable)",
                ]
                + [value { $0.precision($1) }, value { $0.recall($1) }, value { $0.f1($1) }, unnamed]
            let remark =
                label == nil
                ? " <small>not in the classifier</small>"
                : label == report.background ? " <small>background</small>" : ""
            rows += "<tr><th scope=\"row\">\(PageText.escaped(row.label))\(remark)</th>"
            rows += cells.map { "<td>\($0)</td>" }.joined() + "</tr>"
        }
        guard !report.classes.isEmpty else { return "" }
        return card("Classes", "<div class=\"wide\"><table>\(rows)</table></div>")
    }

    private static func stream(_ report: ClassifierAssessment) -> String {
        guard let stream = report.stream else { return "" }
        var lines: [String] = []
        if let alarms = stream.falseAlarmsPerMinute {
            lines.append(
                "\(stream.falseAlarms) false alarms in \(number(stream.backgroundSeconds)) s of background:"
                    + " \(number(alarms, decimals: 2)) a minute"
            )
        }
        if stream.actions > 0 {
            let latency = stream.latency.map { ", half of them within \(number($0, decimals: 2)) s" } ?? ""
            lines.append("\(stream.found) of \(stream.actions) actions recognised\(latency)")
        }
        let list = lines.map { "<li>\(PageText.escaped($0))</li>" }.joined()
        return card("In a stream", "<ul>\(list)</ul><p class=\"hint\">\(PageText.escaped(stream.basis))</p>")
    }

    private static func facts(_ report: ClassifierAssessment) -> String {
        var facts = report.facts
        if let rejection = report.rejection {
            facts.append(.init("unknown above", rejection.threshold.map { number(Double($0), decimals: 2) } ?? "never"))
            if rejection.confidence > 0 {
                facts.append(.init("lowest probability", number(Double(rejection.confidence), decimals: 2)))
            }
            facts.append(.init("temperature", number(Double(rejection.temperature), decimals: 2)))
        }
        guard !facts.isEmpty else { return "" }
        let list = facts.map { "<dt>\(PageText.escaped($0.name))</dt><dd>\(PageText.escaped($0.value))</dd>" }.joined()
        return card("The classifier", "<dl>\(list)</dl>")
    }

    // MARK: Pictures

    private static func groups(
        of report: ClassifierAssessment
    ) -> [(title: String, hint: String, mistakes: [ClassifierAssessment.Mistake])] {
        let suspects = report.mistakes.filter(\.isSuspect)
        let others = report.mistakes.filter { !$0.isSuspect }
        return [
            (
                "Likely mislabelled",
                "The classifier was certain, but its result differs from the label. Check these first.",
                suspects
            ),
            ("Wrong results", "The worst first.", others),
        ].filter { !$0.2.isEmpty }
    }

    private static func gallery(_ title: String, _ hint: String, _ mistakes: [ClassifierAssessment.Mistake]) -> [UInt8]
    {
        var page = Array(
            "<section class=\"card\"><h2>\(title)</h2><p class=\"hint\">\(hint)</p><ul class=\"gallery\">\n".utf8)
        for mistake in mistakes {
            let (label, answer) = (PageText.escaped(mistake.label), PageText.escaped(mistake.answer))
            page += Array("<li>".utf8)
            if let picture = mistake.picture {
                let start = "<img alt=\"The hand, labelled \(label)\" src=\"data:image/jpeg;base64,"
                page += Array(start.utf8) + picture.base64() + Array("\">".utf8)
            }
            let confidence = percent(Double(mistake.confidence))
            let source = "<small>\(PageText.escaped(mistake.source))</small>"
            page += Array("<b>\(label)</b> classified as <b>\(answer)</b> with \(confidence)\(source)</li>\n".utf8)
        }
        return page + Array("</ul></section>\n".utf8)
    }

    private static func notices(_ report: ClassifierAssessment) -> String {
        guard !report.notices.isEmpty else { return "" }
        let list = report.notices.map { "<li>\(PageText.escaped($0))</li>" }.joined(separator: "\n")
        return card("About the data", "<ul class=\"notices\">\(list)</ul>")
    }

    private static func card(_ title: String, _ content: String) -> String {
        "<section class=\"card\"><h2>\(title)</h2>\(content)</section>\n"
    }

    private static func percent(_ share: Double) -> String { number(100 * share) + " %" }
}

/// Curves over the iterations of a training, as SVG.
struct CurvePlot {
    struct Curve {
        let name: String
        /// The class in the style sheet.
        let style: String
        let points: [(x: Double, y: Double)]
    }

    let title: String
    let curves: [Curve]
    /// The largest value of y.
    let top: Double
    let isPercentage: Bool

    private static let (width, height, left, bottom) = (460.0, 190.0, 44.0, 24.0)

    var html: String {
        let drawn = curves.filter { !$0.points.isEmpty }
        let last = max(drawn.flatMap { $0.points.map(\.x) }.max() ?? 1, 1)
        func place(_ point: (x: Double, y: Double)) -> (x: Double, y: Double) {
            let x = Self.left + point.x / last * (Self.width - Self.left - 8)
            let y = 8 + (1 - min(point.y / top, 1)) * (Self.height - Self.bottom - 8)
            return (x, y)
        }
        var text = "<figure><figcaption>\(PageText.escaped(title))</figcaption>"
        text +=
            "<svg viewBox=\"0 0 \(Int(Self.width)) \(Int(Self.height))\" role=\"img\""
            + " aria-label=\"\(PageText.escaped(title))\">"
        for step in 0...4 {
            let value = top * Double(step) / 4
            let (_, y) = place((0, value))
            text += "<path class=\"grid\" d=\"M\(Self.left) \(number(y))H\(Self.width - 8)\"/>"
            text += "<text x=\"\(Self.left - 6)\" y=\"\(number(y + 4))\" class=\"end\">\(label(value))</text>"
        }
        text += "<text x=\"\(Self.left)\" y=\"\(Self.height - 6)\">0</text>"
        text += "<text x=\"\(Self.width - 8)\" y=\"\(Self.height - 6)\" class=\"end\">\(Int(last)) iterations</text>"
        for curve in drawn {
            let places = curve.points.map(place)
            let path = places.map { "\(number($0.x)) \(number($0.y))" }.joined(separator: "L")
            text += "<path class=\"curve \(curve.style)\" d=\"M\(path)\"/>"
            if places.count == 1, let place = places.first {
                text += "<circle class=\"\(curve.style)\" cx=\"\(number(place.x))\" cy=\"\(number(place.y))\" r=\"3\"/>"
            }
        }
        text += "</svg><p class=\"hint\">"
        text += drawn.map { curve in
            let end = curve.points.last.map { " " + label($0.y, isExact: true) } ?? ""
            return "<span class=\"key \(curve.style)\"></span>\(PageText.escaped(curve.name))\(end)"
        }.joined(separator: " ")
        return text + "</p></figure>\n"
    }

    private func label(_ value: Double, isExact: Bool = false) -> String {
        isPercentage ? number(100 * value) + " %" : number(value, decimals: isExact ? 3 : 2)
    }
}

/// Returns the number with few decimals, or none if they are zeros.
func number(_ value: Double, decimals: Int = 1) -> String {
    guard value.isFinite, value.magnitude < 1e9 else { return "–" }
    var factor = 1.0
    for _ in 0..<decimals { factor *= 10 }
    let rounded = (value * factor).rounded() / factor
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
}
