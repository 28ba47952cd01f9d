import TegataBLAS
import TegataHandCommands
import TegataImages
import TegataKernelABI
import TegataKernelSelection
import TegataModelSearch
import TegataSystem
import TegataTool
import TegataVideo

/// The result of `doctor`: what is available on this machine, and what is missing.
package struct Diagnosis: Sendable {
    /// A missing part, and the command that fixes it.
    package struct Fault: Equatable, Sendable {
        package let what: String
        package let remedy: String
    }

    /// The state of ffmpeg, which reads and writes video files.
    package enum VideoProgram: Equatable, Sendable {
        case version(FFmpegVersion)
        /// Why it cannot be used.
        case unusable(String)
    }

    /// An image format whose library is loaded on first use. `problem` is the reason why loading it fails.
    package struct PictureLibrary: Equatable, Sendable {
        package let name: String
        package let problem: String?

        package init(name: String, problem: String?) {
            self.name = name
            self.problem = problem
        }
    }

    /// The CPU levels that this processor supports, best first.
    package var levels: [String]
    /// The level whose kernels are used, or the reason why there is none.
    package var level: Result<String, KernelSelectionError>
    package var threadCount: Int
    /// The search path for models.
    package var folders: [String]
    package var bundles: [FoundBundle]
    package var pictureLibraries: [PictureLibrary]
    package var videoProgram: VideoProgram
    package var cameras: [Camera]
    /// Why OpenBLAS cannot be used; nil if it can.
    package var blasProblem: String?

    /// Examines this machine.
    package init() {
        levels = kernelLevels().filter(\.isSupported).map(\.name)
        do { level = .success(try kernelSet().level) } catch { level = .failure(error) }
        threadCount = ProcessorCount.available
        folders = ModelSearch.folders()
        bundles = FoundBundle.all(in: folders)
        pictureLibraries = [("JPEG", .jpeg), ("PNG", .png)].map(Self.library)
        videoProgram = Self.findVideoProgram()
        cameras = Camera.all()
        do { _ = try BLASLibrary() } catch { blasProblem = error.reason }
    }

    /// Encodes one pixel, to find out whether the library of an image format works.
    private static func library(_ name: String, _ format: ImageFormat) -> PictureLibrary {
        do {
            _ = try RGBImage(width: 1, height: 1).encoded(as: format)
            return PictureLibrary(name: name, problem: nil)
        } catch {
            guard case .libraryMissing(let reason) = error.problem else {
                return PictureLibrary(name: name, problem: error.description)
            }
            return PictureLibrary(name: name, problem: reason)
        }
    }

    private static func findVideoProgram() -> VideoProgram {
        do {
            return .version(try FFmpegVersion(asking: "ffmpeg") ?? FFmpegVersion("of an unknown version"))
        } catch {
            if case .programMissing = error { return .unusable("not on the PATH") }
            return .unusable(VideoError(file: "ffmpeg", problem: error).description)
        }
    }

    /// Returns the bundle called `name` that commands use by default; nil if there is none.
    package func bundle(named name: String) -> FoundBundle? {
        guard let path = ModelSearch.path(of: name, in: folders) else { return nil }
        return bundles.first { $0.path == path } ?? FoundBundle(at: path)
    }

    /// The other bundles.
    var otherBundles: [FoundBundle] {
        let used = [Self.handBundle, Self.gestureBundle].compactMap { bundle(named: $0)?.path }
        return bundles.filter { !used.contains($0.path) }
    }

    static let handBundle = "hand_landmarker.task"
    static let gestureBundle = "gesture_recognizer.task"

    /// Why no hands can be found; nil if they can.
    package var failure: String? {
        guard let bundle = bundle(named: Self.handBundle) else {
            return ModelSearch.missingBundle(Self.handBundle, in: folders)
        }
        if case .unusable(let reason) = bundle.content { return reason }
        return nil
    }

    /// The missing parts that commands need.
    package var faults: [Fault] {
        var faults: [Fault] = []
        func fault(_ what: String, _ remedy: String) { faults.append(Fault(what: what, remedy: remedy)) }
        if case .failure(let error) = level { fault("TEGATA_ISA: \(error)", "unset TEGATA_ISA") }
        for (name, purpose) in [
            (Self.handBundle, "no hands are found"), (Self.gestureBundle, "no gestures are recognised"),
        ] {
            switch bundle(named: name)?.content {
            case nil: fault("\(name) is missing: \(purpose) unless --model names a bundle", fetching(name))
            case .unusable(let reason): fault(reason, fetching(name))
            case .known, .unknown: break
            }
        }
        for library in pictureLibraries {
            guard let problem = library.problem else { continue }
            fault(
                "\(library.name) images cannot be read or written: \(problem)",
                "sudo apt install " + Self.package(for: problem))
        }
        switch videoProgram {
        case .unusable(let reason):
            fault("video files cannot be read or written: ffmpeg: \(reason)", "sudo apt install ffmpeg")
        case .version(let version) where !version.isRecent:
            fault(
                "ffmpeg \(version) is older than \(FFmpegVersion.oldest), the oldest supported version",
                "sudo apt install ffmpeg")
        case .version: break
        }
        let forbidden = cameras.filter { !$0.isAllowed }.map(\.path)
        if !forbidden.isEmpty {
            fault(
                "\(forbidden.listed("and")) cannot be read by this user",
                "sudo usermod -aG video \"$USER\"  # then log out and in again")
        }
        return faults
    }

    /// Returns the Debian package that contains the library that could not be loaded.
    private static func package(for problem: String) -> String {
        if problem.contains("libpng") { return "libpng16-16" }
        return problem.contains("libjpeg.so.8") ? "libjpeg-turbo8" : "libjpeg62-turbo"
    }

    /// Returns a command that downloads the bundle called `name` to a directory on the search path.
    private func fetching(_ name: String) -> String {
        let ownFolder = folders.count == 1 ? folders[0] : nil
        if let tool = ModelSearch.packageFolders.map({ $0 + "Tools/make/models" }).first(where: System.exists) {
            return ([tool] + (ownFolder.map { ["--into", quoted($0)] } ?? []) + [name]).joined(separator: " ")
        }
        let folder = ownFolder.map(quoted) ?? "~/.local/share/tegata"
        return "curl --fail --create-dirs --output \(folder)/\(name) \(KnownBundle.address(of: name))"
    }

    /// Returns the path as one shell word.
    private func quoted(_ path: String) -> String {
        path.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+".contains($0)) }
            ? path : path.singleQuoted()
    }
}

/// A video device of this machine.
package struct Camera: Equatable, Sendable {
    package let path: String
    /// The driver's name for the camera; empty if the system does not report one.
    package let name: String
    /// Whether the user may open the camera.
    package let isAllowed: Bool

    package init(path: String, name: String, isAllowed: Bool) {
        self.path = path
        self.name = name
        self.isAllowed = isAllowed
    }

    /// Returns all cameras, sorted by number. None is opened, because that could disturb a program that is using it.
    static func all() -> [Camera] {
        let numbers = ((try? System.namesInFolder("/dev")) ?? []).compactMap { name in
            name.hasPrefix("video") ? Int(name.dropFirst(5)) : nil
        }
        return numbers.sorted().map { number in
            let path = "/dev/video\(number)"
            let name = try? System.readSmallFile("/sys/class/video4linux/video\(number)/name")
            return Camera(
                path: path, name: name?.split(separator: "\n").first.map(String.init) ?? "",
                isAllowed: System.mayReadAndWrite(path))
        }
    }
}
