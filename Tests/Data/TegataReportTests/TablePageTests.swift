import TegataReport
import Testing

/// The report with a table.
struct TablePageTests {
    @Test func showsFiguresAndRows() {
        let page = TablePage(
            title: "<small>", figures: [("5.72 MB", "instead of 7.82 MB")], basis: "On 2 & 3.",
            bars: [.init(height: 0.5, label: "1 & 2", isMarked: true), .init(height: 1, label: "3", isMarked: false)],
            columns: ["product", "saves"], rows: [["a<b", "1 kB"], []])
        let text = String(decoding: page.bytes, as: UTF8.self)
        #expect(text.contains("<title>&lt;small&gt;</title>"))
        #expect(text.contains("<b>5.72 MB</b> instead of 7.82 MB"))
        #expect(text.contains("On 2 &amp; 3."))
        let bar = "<i class=\"marked\" style=\"height:50%\" title=\"1 &amp; 2\"></i>"
        #expect(text.contains(bar + "<i style=\"height:100%\""))
        #expect(text.contains("<tr><th scope=\"col\">product</th><th scope=\"col\">saves</th></tr>"))
        #expect(text.contains("<tr><th scope=\"row\">a&lt;b</th><td>1 kB</td></tr>"))
        #expect(!text.contains("<script") && text.contains("default-src 'none'"))
    }
}
