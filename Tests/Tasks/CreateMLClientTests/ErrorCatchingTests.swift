import AVFoundation
import CoreML
import CreateML
import Foundation
import MediaPipeTasksVision
import TabularData
import Testing
import Vision

/// What modules throw is caught in all ways that code for iOS uses. The file is compiled in Swift 5 and in Swift 6 mode.
@Suite struct ErrorCatchingTests {
    private let missing = URL(fileURLWithPath: "/nowhere/missing.csv")

    /// The error that `body` throws, caught in every way that does not name its type.
    private func caught(_ domain: String, _ code: Int? = nil, _ body: () throws -> Void) -> (any Error)? {
        do { try body() } catch let error as NSError {
            #expect(error.domain == domain)
            #expect(code == nil || error.code == code)
            #expect(!error.localizedDescription.isEmpty)
        }
        do { try body() } catch {
            #expect((error as NSError).domain == domain)
            let result = Result<Void, any Error>.failure(error)
            if case .failure(let kept as NSError) = result { #expect(kept.domain == domain) }
            #expect(error.localizedDescription == (error as NSError).localizedDescription)
            return error
        }
        return nil
    }

    @Test func videos() {
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: URL(fileURLWithPath: "/nowhere/missing.mp4")))
        let body = { _ = try generator.copyCGImage(at: .zero, actualTime: nil) }
        let error = caught(AVFoundationErrorDomain, nil, body)
        #expect(error is AVError)
        do { try body() } catch let error as AVError { #expect(!error.localizedDescription.isEmpty) } catch {
            Issue.record("\(error)")
        }
        let own = { throw AVError(.deviceNotConnected) }
        #expect(caught(AVFoundationErrorDomain, -11814, own) is AVError)
        do { try own() } catch AVError.deviceNotConnected {} catch { Issue.record("\(error)") }
        let bridged: any Error = NSError(domain: AVFoundationErrorDomain, code: -11814)
        #expect((bridged as? AVError)?.code == .deviceNotConnected)
        #expect(NSError(domain: "others", code: -11814) as any Error as? AVError == nil)
    }

    @Test func models() {
        for body in [
            { _ = try MLModel(contentsOf: URL(fileURLWithPath: "/nowhere/missing.mlmodel")) },
            { _ = try MLMultiArray(shape: [-1], dataType: .float32) },
        ] {
            let error = caught(MLModelErrorDomain, nil, body)
            #expect(error is MLModelError)
            do { try body() } catch let error as MLModelError {
                #expect((error as NSError).code == error.code.rawValue)
            } catch { Issue.record("\(error)") }
        }
        do { _ = try MLModel(contentsOf: missing) } catch MLModelError.io {} catch { Issue.record("\(error)") }
        let bridged: any Error = NSError(domain: MLModelErrorDomain, code: MLModelError.Code.featureType.rawValue)
        #expect((bridged as? MLModelError)?.code == .featureType)
    }

    @Test func tables() {
        let file = missing
        let body = { _ = try MLDataTable(contentsOf: file) }
        #expect(caught(MLCreateErrorDomain, 2, body) is MLCreateError)
        do { try body() } catch MLCreateError.io(let reason) { #expect(!reason.isEmpty) } catch {
            Issue.record("\(error)")
        }
        // An error that was cast stays what it was.
        do { try body() } catch let error as NSError {
            guard case .io(let reason)? = error as any Error as? MLCreateError else {
                Issue.record("\(error)")
                return
            }
            #expect(!reason.isEmpty)
        }
        #expect(
            caught("TabularData.CSVReadingError") { _ = try DataFrame(csvData: Data("a,b\n1\n".utf8)) }
                is CSVReadingError)
        #expect(
            caught("TabularData.JSONReadingError") { _ = try DataFrame(jsonData: Data("1".utf8)) } is JSONReadingError)
        #expect(caught(NSCocoaErrorDomain) { _ = try DataFrame(contentsOfCSVFile: file) } is CocoaError)
    }

    @Test func requests() async {
        let handler = VNImageRequestHandler(data: Data([1, 2, 3]))
        _ = caught(VNErrorDomain) { try handler.perform([VNDetectHumanHandPoseRequest()]) }
        do {
            _ = try await DetectHumanHandPoseRequest().perform(on: Data([1, 2, 3]))
        } catch let error as NSError {
            #expect(error as any Error is VisionError)
            #expect(
                caught(error.domain, error.code) { throw error as any Error as? VisionError ?? error } is VisionError)
        }
    }

    @Test func tasks() {
        _ = caught("com.google.mediapipe.tasks") { _ = try HandLandmarker(modelPath: "/nowhere/missing.task") }
    }
}
