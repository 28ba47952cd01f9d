import TegataSystem

/// Where the time of networks goes, beside what one core can do at most, as a web page: a single file without code,
/// which needs no other files and no network.
package struct ProfilePage {
    /// A network, and the times of its steps.
    package struct Network: Sendable {
        package let name: String
        package let steps: [ProfiledStep]
        /// The time of all steps for each number of threads, by precision; the first is single precision.
        package let totals: [[Double]]

        package init(name: String, steps: [ProfiledStep], totals: [[Double]]) {
            self.name = name
            self.steps = steps
            self.totals = totals
        }
    }

    private let title: String
    private let level: String
    private let roof: Roof
    private let threadCounts: [Int]
    private let precisions: [String]
    private let networks: [Network]

    /// Creates a page; the first precision is the one of steps.
    package init(
        title: String, level: String, roof: Roof, threadCounts: [Int], precisions: [String], networks: [Network]
    ) {
        self.title = title
        self.level = level
        self.roof = roof
        self.threadCounts = threadCounts
        self.precisions = precisions
        self.networks = networks
    }

    /// Writes the page, which appears under its name only when it is complete.
    package func write(to path: String) throws(FileError) {
        try PendingFile.writeFile(bytes.span.bytes, to: path)
    }

    /// The page.
    package var bytes: [UInt8] {
        let figures: [(value: String, name: String)] = [
            (number(roof.gigaflops) + " GFLOP/s", "peak of one core with \(level)"),
            (number(roof.gigabytesPerSecond) + " GB/s", "main memory, read and written by one core"),
            (number(roof.gigaflops / roof.gigabytesPerSecond), "operations for each byte where both meet"),
        ]
        let content = TablePage.tiles(figures, remarks: []) + Self.legend + networks.map(section).joined()
        return PageText.start(title: title, style: PackageResources.classifier_css + PackageResources.profile_css)
            + Array(content.utf8) + PageText.end
    }

    private static let legend = """
        <p class="hint"><span class="key compute"></span>compute: multiply-adds at peak speed would take at least half \
        of the time. <span class="key memory"></span>memory: not so, but moving the bytes of the step through main \
        memory would. <span class="key overhead"></span>overhead: neither. The full colour of a bar is the part of the \
        time that this accounts for.</p>

        """

    private func section(_ network: Network) -> String {
        """
        <section class="card"><h2>\(PageText.escaped(network.name))</h2>
        <div class="plots">\(RooflinePlot(roof: roof, steps: network.steps).html)
        <div class="wide">\(totals(of: network))</div></div>
        <div class="wide"><table class="steps">\(stepsHead)
        \(rows(of: network.steps))</table></div></section>

        """
    }

    private var threadNames: [String] { threadCounts.map { $0 == 1 ? "ms, 1 thread" : "\($0) threads" } }

    private func totals(of network: Network) -> String {
        let rows = zip(precisions, network.totals).map { name, times in
            "<tr><th scope=\"row\">\(name)</th>" + Self.cells(times) + "</tr>\n"
        }
        return "<table class=\"totals\">\(Self.head(["all steps"] + threadNames))\n\(rows.joined())</table>"
    }

    private var stepsHead: String {
        Self.head(
            ["step", "bound by"] + threadNames + ["GFLOP/s", "of roof"] + precisions.dropFirst().map { "ms, \($0)" })
    }

    private func rows(of steps: [ProfiledStep]) -> String {
        let longest = max(steps.map(\.time).max() ?? 0, .leastNormalMagnitude)
        return steps.map { step in
            let (bound, share) = roof.bound(of: step)
            let style = (outer: number(100 * step.time / longest), inner: number(100 * share))
            let others = step.others.map { "<td>\($0.map { number($0, decimals: 4) } ?? "")</td>" }.joined()
            return """
                <tr class="\(bound.rawValue)"><th scope="row">\(PageText.escaped(step.name))\
                <small>\(PageText.escaped(step.shape))</small><small>\(PageText.escaped(step.kernel))</small></th>\
                <td>\(bound.rawValue)<span class="bar"><i style="width:\(style.outer)%">\
                <i style="width:\(style.inner)%"></i></i></span></td>\
                \(Self.cells(step.milliseconds))<td>\(step.gigaflops > 0 ? number(step.gigaflops) : "")</td>\
                <td>\(number(100 * share, decimals: 0)) %</td>\(others)</tr>

                """
        }.joined()
    }

    private static func head(_ names: [String]) -> String {
        "<tr>" + names.map { "<th scope=\"col\">\($0)</th>" }.joined() + "</tr>"
    }

    /// Returns cells with times, and how much faster each is than the first.
    private static func cells(_ times: [Double]) -> String {
        times.enumerated().map { index, time in
            let gain = index > 0 && time > 0 ? " <small>×\(number(times[0] / time))</small>" : ""
            return "<td>\(number(time, decimals: 4))\(gain)</td>"
        }.joined()
    }
}
