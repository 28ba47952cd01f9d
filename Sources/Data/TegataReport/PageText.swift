/// The parts of pages around their data.
enum PageText {
    /// Returns everything before the data. The code runs once the page is complete. With `hasMetric`, it shows hands in
    /// metres from the camera; with `hasJoints`, it shows joint angles and bones.
    static func start(title: String, hasMetric: Bool, hasJoints: Bool) -> [UInt8] {
        head(title: title, style: PackageResources.page_css, policy: policy + "; script-src 'unsafe-inline'")
            + Array("<script type=\"module\">\n".utf8) + code(hasMetric: hasMetric, hasJoints: hasJoints)
            + Array("</script>\n".utf8) + heading(title) + PackageResources.body_html
    }

    /// Returns everything before the content of a page without code; `style` is added to the common style sheet.
    static func start(title: String, style: [UInt8]) -> [UInt8] {
        head(title: title, style: PackageResources.page_css + style, policy: policy) + heading(title)
    }

    private static func head(title: String, style: [UInt8], policy: String) -> [UInt8] {
        let start = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <link rel="icon" href="data:,">
            <title>\(escaped(title))</title>
            <style>

            """
        return Array(start.utf8) + style + Array("</style>\n".utf8)
    }

    private static func heading(_ title: String) -> [UInt8] {
        Array("</head>\n<body>\n<h1>\(escaped(title))</h1>\n".utf8)
    }

    static let end = Array("</body>\n</html>\n".utf8)

    /// The page makes no requests.
    private static let policy =
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

    private static func code(hasMetric: Bool, hasJoints: Bool) -> [UInt8] {
        Array(PageVocabulary.code(hasMetric: hasMetric).utf8) + PackageResources.common_js + PackageResources.json_js
            + PackageResources.data_js + PackageResources.pictures_js + PackageResources.pointers_js
            + PackageResources.zoom_js + PackageResources.skeleton_js + PackageResources.space_js
            + PackageResources.plots_js + PackageResources.player_js + PackageResources.page_js
            + (hasJoints ? PackageResources.joints_js : [])
            + (hasMetric ? PackageResources.metric_js : []) + PackageResources.start_js
    }

    /// Returns the text with special characters escaped for HTML.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
