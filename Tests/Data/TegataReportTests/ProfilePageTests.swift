import TegataReport
import Testing

/// The page with the profile of networks.
struct ProfilePageTests {
    private static let roof = Roof(gigaflops: 100, gigabytesPerSecond: 10)

    private static func step(
        _ name: String, multiplyAccumulates: Int, bytes: Int, milliseconds: [Double] = [1, 0.5], other: Double? = nil
    ) -> ProfiledStep {
        ProfiledStep(
            name: name, shape: "1×2", kernel: "f32-gemm", multiplyAccumulates: multiplyAccumulates, bytesMoved: bytes,
            milliseconds: milliseconds, others: [other])
    }

    private static let steps = [
        step("convolution", multiplyAccumulates: 40_000_000, bytes: 100_000, other: 0.25),
        step("add <b>", multiplyAccumulates: 0, bytes: 8_000_000),
        step("pool", multiplyAccumulates: 1_000_000, bytes: 1_000_000, milliseconds: [0.12345, 0.1]),
        step("nothing", multiplyAccumulates: 1, bytes: 1, milliseconds: [0, 0]),
    ]

    private static let page = String(
        decoding: ProfilePage(
            title: "<profile>", level: "avx2", roof: roof, threadCounts: [1, 2], precisions: ["single", "int8"],
            networks: [.init(name: "a&b", steps: steps, totals: [[2.5, 1.25], [1, 1]])]
        ).bytes, as: UTF8.self)

    @Test func saysWhatBoundsAStep() {
        let bounds = Self.steps.map { Self.roof.bound(of: $0) }
        // At the peak of 100 GFLOP/s, 80 million operations take 0.8 ms; at 10 GB/s, 8 MB take as long.
        #expect(bounds.map(\.bound) == [.compute, .memory, .memory, .overhead])
        #expect(abs(bounds[0].share - 0.8) < 1e-9 && abs(bounds[1].share - 0.8) < 1e-9)
        #expect(abs(bounds[2].share - 0.1 / 0.12345) < 1e-9)
        let slow = Self.step("slow", multiplyAccumulates: 10_000_000, bytes: 1_000_000)
        #expect(Self.roof.bound(of: slow).bound == .overhead && abs(Self.roof.bound(of: slow).share - 0.2) < 1e-9)
        let cached = Self.step("cached", multiplyAccumulates: 0, bytes: 20_000_000)
        #expect(Self.roof.bound(of: cached) == (.memory, 1))
    }

    @Test func showsARowForEachStep() {
        let rows = Self.page.matches(of: /<tr class="(\w+)"><th scope="row">(.*?)<small>1×2<\/small>/)
        #expect(rows.map { String($0.1) } == ["compute", "memory", "memory", "overhead"])
        #expect(rows.map { String($0.2) } == ["convolution", "add &lt;b&gt;", "pool", "nothing"])
        // Time, gain, speed, share of the roof, and time in the other precision.
        #expect(
            Self.page.contains("<td>1</td><td>0.5 <small>×2</small></td><td>80</td><td>80 %</td><td>0.25</td></tr>"))
        #expect(
            Self.page.contains("<td>0.1235</td><td>0.1 <small>×1.2</small></td><td>16.2</td><td>81 %</td><td></td>"))
    }

    @Test func showsTheRoofAndTotals() {
        #expect(Self.page.contains("<b>100 GFLOP/s</b> peak of one core with avx2"))
        #expect(Self.page.contains("<b>10 GB/s</b>"))
        #expect(Self.page.contains("<th scope=\"row\">single</th><td>2.5</td><td>1.25 <small>×2</small></td>"))
        #expect(Self.page.contains("<th scope=\"row\">int8</th><td>1</td><td>1 <small>×1</small></td>"))
        // Steps without multiply-adds or time have no place in the plot.
        #expect(Self.page.matches(of: /<circle/).count == 2)
    }

    @Test func isASingleFileWithoutCode() {
        #expect(Self.page.contains("<title>&lt;profile&gt;</title>") && Self.page.contains("<h2>a&amp;b</h2>"))
        #expect(Self.page.matches(of: /http(?!-equiv)/).isEmpty)
        #expect(!Self.page.contains("<script") && Self.page.contains("default-src 'none'"))
        #expect(!Self.page.contains("nan") && !Self.page.contains("inf"))
    }
}
