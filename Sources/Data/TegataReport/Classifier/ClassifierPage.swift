import TegataSystem
import TegataTraining

/// A classifier's report as a web page: a single file without code, which needs no other files and no network.
package enum ClassifierPage {
    /// Writes the page, which appears under its name only when it is complete.
    package static func write(_ report: ClassifierAssessment, to path: String) throws(FileError) {
        try PendingFile.writeFile(bytes(report).span.bytes, to: path)
    }

    /// Returns the page.
    package static func bytes(_ report: ClassifierAssessment) -> [UInt8] {
        let body = [
            headline(report), curves(report.history), confusion(report), classes(report), stream(report), facts(report),
        ]
        let galleries = groups(of: report).flatMap { gallery($0.title, $0.hint, $0.mistakes) }
        return PageText.start(title: report.title, style: PackageResources.classifier_css) + Array(body.joined().utf8)
            + galleries + Array(notices(report).utf8) + PageText.end
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
        let content = """
            <div class="plots">
            \(CurvePlot(title: "Loss", curves: losses, top: top, isPercentage: false).html)
            \(CurvePlot(title: "Right results", curves: rights, top: 1, isPercentage: true).html)
            </div>
            <p class="hint">Training uses randomly changed examples, so it is harder than the held-out data.</p>
            """
        return card("During training", content)
    }

    private static func confusion(_ report: ClassifierAssessment) -> String {
        guard let metrics = report.metrics, metrics.count > 0 else { return "" }
        let names = report.labels.map { #"<th scope="col"><span>\#(PageText.escaped($0))</span></th>"# }
        let rows = metrics.confusion.enumerated().map { label, row in
            let total = Double(max(row.reduce(0, +), 1))
            let cells = row.enumerated().map { result, count in
                let share = Int((100 * Double(count) / total).rounded())
                let kind = result == label ? "right" : "wrong"
                return count == 0 ? "<td>·</td>" : #"<td class="\#(kind)" style="--share:\#(share)%">\#(count)</td>"#
            }
            return #"<tr><th scope="row">\#(PageText.escaped(report.labels[label]))</th>\#(cells.joined())</tr>"#
        }
        let content = """
            <div class="wide"><table class="confusion">
            <tr><th scope="col">label, result</th>\(names.joined())</tr>
            \(rows.joined(separator: "\n"))
            </table></div>
            """
        return card("Confusion matrix", content)
    }

    private static func classes(_ report: ClassifierAssessment) -> String {
        guard !report.classes.isEmpty else { return "" }
        let content = """
            <div class="wide"><table>
            <tr><th>class</th><th>examples</th><th>right</th><th>left</th><th>without a hand</th><th>several hands</th>
            <th>unreadable</th><th>precision</th><th>recall</th><th>F1</th><th>no class named</th></tr>
            \(report.classes.map { classRow($0, report) }.joined(separator: "\n"))
            </table></div>
            """
        return card("Classes", content)
    }

    private static func classRow(_ row: ClassifierAssessment.ClassRow, _ report: ClassifierAssessment) -> String {
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
        let counts = [row.items, row.right, row.left, row.withoutHand, row.withSeveralHands, row.unreadable]
        let values = [value { $0.precision($1) }, value { $0.recall($1) }, value { $0.f1($1) }, unnamed]
        let cells = (counts.map { "\($0)" } + values).map { "<td>\($0)</td>" }.joined()
        let remark =
            label == nil
            ? " <small>not in the classifier</small>" : label == report.background ? " <small>background</small>" : ""
        return #"<tr><th scope="row">\#(PageText.escaped(row.label))\#(remark)</th>\#(cells)</tr>"#
    }

    private static func stream(_ report: ClassifierAssessment) -> String {
        guard let stream = report.stream else { return "" }
        var lines: [String] = []
        if let alarms = stream.falseAlarmsPerMinute {
            let time = "\(number(stream.backgroundSeconds)) s of background"
            lines.append("\(stream.falseAlarms) false alarms in \(time): \(number(alarms, decimals: 2)) a minute")
        }
        if stream.actions > 0 {
            let latency = stream.latency.map { ", half of them within \(number($0, decimals: 2)) s" } ?? ""
            lines.append("\(stream.found) of \(stream.actions) actions recognised\(latency)")
        }
        let list = lines.map { "<li>\(PageText.escaped($0))</li>" }.joined()
        return card("In a stream", #"<ul>\#(list)</ul><p class="hint">\#(PageText.escaped(stream.basis))</p>"#)
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
        let start = """
            <section class="card"><h2>\(title)</h2><p class="hint">\(hint)</p><ul class="gallery">

            """
        return Array(start.utf8) + mistakes.flatMap(item) + Array("</ul></section>\n".utf8)
    }

    private static func item(_ mistake: ClassifierAssessment.Mistake) -> [UInt8] {
        let label = PageText.escaped(mistake.label)
        let text = """
            <b>\(label)</b> classified as <b>\(PageText.escaped(mistake.result))</b> with \
            \(percent(Double(mistake.confidence)))<small>\(PageText.escaped(mistake.source))</small></li>

            """
        guard let picture = mistake.picture else { return Array("<li>\(text)".utf8) }
        let start = #"<li><img alt="The hand, labelled \#(label)" src="data:image/jpeg;base64,"#
        return Array(start.utf8) + picture.base64() + Array("\">\(text)".utf8)
    }

    private static func notices(_ report: ClassifierAssessment) -> String {
        guard !report.notices.isEmpty else { return "" }
        let list = report.notices.map { "<li>\(PageText.escaped($0))</li>" }.joined(separator: "\n")
        return card("About the data", #"<ul class="notices">\#(list)</ul>"#)
    }

    private static func card(_ title: String, _ content: String) -> String {
        """
        <section class="card"><h2>\(title)</h2>
        \(content)
        </section>

        """
    }

    private static func percent(_ share: Double) -> String { number(100 * share) + " %" }
}
