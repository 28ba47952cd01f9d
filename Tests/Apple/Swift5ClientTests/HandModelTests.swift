import AVFoundation
import OSLog
import Testing
import UIKit
import simd

/// A typical client's model class around hand requests, written in Swift 5 mode.
private final class HandModel: ObservableObject {
    @Published var points: [CGPoint] = []
    @Published private(set) var label: String?
    private var cancellables = Set<AnyCancellable>()
    private let context = CIContext()
    private let logger = Logger(subsystem: "hands", category: "model")
    private let queue = DispatchQueue(label: "model")

    init() {
        $points.map(\.count).removeDuplicates().sink { [weak self] count in
            self?.label = "\(count)"
        }.store(in: &cancellables)
    }

    /// Captures `self` and a buffer. On Apple's systems, the compiler regards neither as Sendable.
    func handle(_ sample: CMSampleBuffer, completion: @escaping (CGImage?) -> Void) {
        guard let buffer = CMSampleBufferGetImageBuffer(sample) else { return completion(nil) }
        queue.async {
            let image = CIImage(cvPixelBuffer: buffer).oriented(.right)
            self.logger.debug("size \(image.extent.width, privacy: .public), \(self.points.count) points")
            completion(self.context.createCGImage(image, from: image.extent))
        }
        queue.sync {}
    }
}

@MainActor
private final class ViewModel: ObservableObject {
    @Published var count = 0
    private var bag: [AnyCancellable] = []
    let subject = PassthroughSubject<Int, Never>()

    func start() {
        subject.sink { [weak self] in self?.count = $0 }.store(in: &bag)
        subject.assign(to: &$count)
    }
}

@Suite("Client code in Swift 5 mode")
struct HandModelTests {
    @Test func observesCapturesAndDraws() throws {
        let model = HandModel()
        var changes = 0
        let subscription = model.objectWillChange.sink { changes += 1 }
        model.points = [CGPoint(x: 1, y: 2)]
        #expect(model.label == "1" && changes == 2)
        subscription.cancel()
        var buffer: CVPixelBuffer?
        CVPixelBufferCreate(
            kCFAllocatorDefault, 4, 2, kCVPixelFormatType_32BGRA,
            [kCVPixelBufferCGImageCompatibilityKey: true] as CFDictionary, &buffer)
        let made = try #require(buffer)
        let sample = try CMSampleBuffer(
            imageBuffer: made, formatDescription: CMFormatDescription(imageBuffer: made),
            sampleTiming: CMSampleTimingInfo())
        var drawn: CGImage?
        model.handle(sample) { drawn = $0 }
        #expect(drawn?.width == 2 && drawn?.height == 4)
        #expect(simd_distance(simd_double2(0, 0), simd_double2(3, 4)) == 5)
    }

    @Test
    @MainActor
    func respectsMainActorIsolation() {
        let model = ViewModel()
        model.start()
        model.subject.send(3)
        #expect(model.count == 3)
    }
}
