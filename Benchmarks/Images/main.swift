// Compares the time to decode JPEG files to MediaPipe's pixels with the time that libjpeg takes:
//
//     swift run -c release image-benchmarks PHOTOGRAPH.jpg …

import TegataBuffers
import TegataImages
import TegataJPEG

/// The shortest of several times in milliseconds.
func shortestTime(_ body: () throws -> Void) rethrows -> Double {
    try (0..<15).map { _ in try ContinuousClock().measure(body) / .milliseconds(1) }.min() ?? 0
}

print("libjpeg, MediaPipe's pixels (ms), ratio")
var (libraryTotal, total) = (0.0, 0.0)
for file in CommandLine.arguments.dropFirst() {
    let bytes = try Bytes(mappingFileAt: file)
    let library = try shortestTime { _ = try RGBImage(decodingJPEG: bytes) }
    let own = try shortestTime { _ = try StoredSamples(decodingJPEGAsMediaPipe: bytes) }
    print(file, library, own, own / library)
    libraryTotal += library
    total += own
}
print("all", libraryTotal, total, total / libraryTotal)
