import AVFoundation
import CoreML
import CreateML
import Foundation
import MediaPipeTasksVision
import TabularData
import Testing
import Vision

/// Catches the modules' errors in all the ways that iOS code uses. The file is compiled in Swift 5 and in Swift 6 mode.
@Suite struct ErrorCatchingTests {
    private let missing = URL(fileURLWithPath: "/nowhere/missing.csv")

    /// Returns the error that `body` throws, after catching and casting it in every way.
    @discardableResult
    private func caught<Caught: Error>(
        _ domain: String, _ code: Int? = nil, as type: Caught.Type = Caught.self, _ body: () throws -> Void
    ) -> Caught? {
        do { try body() } catch let error as NSError {
            #expect(error.domain == domain)
            #expect(code == nil || error.code == code)
            #expect(error as any Error is Caught)
        }
        do { try body() } catch let error as Caught {
            let number = error as NSError
            #expect(number.domain == domain && number as any Error is Caught)
            #expect(code == nil || number.code == code)
            #expect(!error.localizedDescription.isEmpty && error.localizedDescription == number.localizedDescription)
            let kept: Any = error
            #expect(kept is NSError && kept is any Error)
            if case .failure(let error as NSError) = Result<Void, any Error>.failure(error) {
                #expect(error.localizedDescription == number.localizedDescription)
            }
            return error
        } catch {
            Issue.record("\(error)")
        }
        return nil
    }

    @Test func catchesErrorsOfVideos() async {
        let asset = AVURLAsset(url: URL(fileURLWithPath: "/nowhere/missing.mp4"))
        let error: AVError? = caught(AVFoundationErrorDomain) {
            _ = try AVAssetImageGenerator(asset: asset).copyCGImage(at: .zero, actualTime: nil)
        }
        #expect(error?.localizedDescription.contains("missing.mp4") == true)
        do { _ = try await asset.load(.duration) } catch let number as NSError {
            #expect(number.domain == AVFoundationErrorDomain)
            #expect((number as any Error as? AVError)?.errorCode == number.code)
        }
    }

    @Test func matchesErrorCodesOfCameras() {
        let body = { throw AVError(.deviceNotConnected) }
        #expect(caught(AVFoundationErrorDomain, -11814, as: AVError.self, body)?.code == .deviceNotConnected)
        do { try body() } catch AVError.deviceNotConnected {} catch { Issue.record("\(error)") }
        let number: any Error = NSError(domain: AVFoundationErrorDomain, code: -11814)
        #expect((number as? AVError)?.code == .deviceNotConnected)
        do { throw number } catch AVError.deviceNotConnected {} catch { Issue.record("\(error)") }
        #expect(NSError(domain: "others", code: -11814) as any Error as? AVError == nil)
        // Session observers read errors like this.
        let note = Notification(
            name: .AVCaptureSessionRuntimeError, userInfo: [AVCaptureSessionErrorKey: AVError(.deviceWasDisconnected)])
        #expect((note.userInfo?[AVCaptureSessionErrorKey] as? NSError)?.code == -11808)
        #expect((note.userInfo?[AVCaptureSessionErrorKey] as? AVError)?.code == .deviceWasDisconnected)
    }

    @Test func catchesErrorsOfModels() async {
        let url = URL(fileURLWithPath: "/nowhere/missing.mlmodel")
        #expect(caught(MLModelErrorDomain, 3, as: MLModelError.self) { _ = try MLModel(contentsOf: url) }?.code == .io)
        caught(MLModelErrorDomain, 0, as: MLModelError.self) { _ = try MLMultiArray(shape: [-1], dataType: .float32) }
        do { _ = try MLModel(contentsOf: url) } catch MLModelError.io {} catch { Issue.record("\(error)") }
        let number: any Error = NSError(domain: MLModelErrorDomain, code: MLModelError.Code.featureType.rawValue)
        #expect((number as? MLModelError)?.code == .featureType)
        let code: Int? = await withCheckedContinuation { continuation in
            MLModel.load(contentsOf: url, configuration: MLModelConfiguration()) { result in
                var code: Int?
                if case .failure(let error as NSError) = result { code = error.code }
                continuation.resume(returning: code)
            }
        }
        #expect(code == 3)
    }

    @Test func catchesErrorsOfTables() {
        let file = missing
        caught("TabularData.CSVReadingError", as: CSVReadingError.self) {
            _ = try DataFrame(csvData: Data("a,b\n1\n".utf8))
        }
        caught("TabularData.JSONReadingError", as: JSONReadingError.self) {
            _ = try DataFrame(jsonData: Data("1".utf8))
        }
        caught(NSCocoaErrorDomain, as: CocoaError.self) { _ = try DataFrame(jsonData: Data("[".utf8)) }
        caught(NSCocoaErrorDomain, CocoaError.Code.fileReadNoSuchFile.rawValue, as: CocoaError.self) {
            _ = try DataFrame(contentsOfCSVFile: file)
        }
    }

    @Test func catchesErrorsOfTraining() {
        let file = missing
        let table = { _ = try MLDataTable(contentsOf: file) }
        #expect(caught(MLCreateErrorDomain, 2, as: MLCreateError.self, table)?.failureReason?.isEmpty == false)
        do { try table() } catch MLCreateError.io(let reason) { #expect(!reason.isEmpty) } catch {
            Issue.record("\(error)")
        }
        caught(MLCreateErrorDomain, as: MLCreateError.self) {
            _ = try MLHandPoseClassifier(trainingData: .labeledDirectories(at: file))
        }
        // A cast error keeps its associated values.
        let original = MLCreateError.incompatibleParameters(parameter: "seed", originalValue: "1", newValue: "2")
        if case .incompatibleParameters(_, let old, _)? = original as NSError as any Error as? MLCreateError {
            #expect(old == "1")
        } else {
            Issue.record("the cast error lost its case")
        }
    }

    @Test func catchesErrorsOfRequests() async {
        let handler = VNImageRequestHandler(data: Data([1, 2, 3]))
        caught(VNErrorDomain, as: NSError.self) { try handler.perform([VNDetectHumanHandPoseRequest()]) }
        do {
            _ = try await DetectHumanHandPoseRequest().perform(on: Data([1, 2, 3]))
        } catch let error as NSError {
            let original = error as any Error as? VisionError
            #expect(original != nil)
            #expect(caught(error.domain, error.code, as: VisionError.self) { throw original ?? error } == original)
        }
    }

    @Test func catchesErrorsOfTasks() {
        caught("com.google.mediapipe.tasks", as: NSError.self) {
            _ = try HandLandmarker(modelPath: "/nowhere/missing.task")
        }
    }
}
