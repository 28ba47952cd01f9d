import TegataHands
import TegataTool

extension Diagnosis {
    /// Returns the diagnosis for people.
    package func text(_ style: Style) -> String {
        var table = TextTable([("", .left), ("", .left)])
        table.add(["processor", processorText])
        table.add(["threads", "\(threadCount)"])
        table.add(["hands", text(bundle(named: Self.handBundle))])
        table.add(["gestures", text(bundle(named: Self.gestureBundle))])
        for (index, bundle) in otherBundles.enumerated() { table.add([index == 0 ? "more models" : "", text(bundle)]) }
        table.add(["images", pictureText])
        table.add(["video files", videoText])
        table.add(["cameras", cameras.first.map(text) ?? "none"])
        for camera in cameras.dropFirst() { table.add(["", text(camera)]) }
        table.add(["OpenBLAS", blasProblem == nil ? "available" : "not found; only --backend blas needs it"])
        var lines = [style.heading("tegata \(Version.number)")] + table.lines(margin: "  ", style: style)
        if !faults.isEmpty { lines += ["", style.heading("Missing")] }
        for fault in faults {
            lines += ["  " + style.warning(printable(fault.what)), "      " + printable(fault.remedy)]
        }
        return lines.joined(separator: "\n")
    }

    private var processorText: String {
        let names = levels.joined(separator: ", ")
        return switch level {
        case .success(let name): levels.count > 1 ? "\(names); \(name) is used" : names
        case .failure: "\(names); none is used"
        }
    }

    private func text(_ bundle: FoundBundle?) -> String {
        guard let bundle else { return "missing" }
        return switch bundle.content {
        case .known(let description), .unknown(let description): "\(bundle.path): \(description)"
        case .unusable: "\(bundle.path): cannot be used"
        }
    }

    private var pictureText: String {
        let names = pictureLibraries.filter { $0.problem == nil }.map(\.name) + ["PPM, PGM, PBM and PAM"]
        return names.joined(separator: ", ")
    }

    private var videoText: String {
        switch videoProgram {
        case .version(let version): "ffmpeg \(version)"
        case .unusable(let reason): "ffmpeg: \(reason)"
        }
    }

    private func text(_ camera: Camera) -> String {
        camera.path + (camera.name.isEmpty ? "" : ": " + camera.name) + (camera.isAllowed ? "" : ", not allowed")
    }
}
