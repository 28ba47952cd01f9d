import Foundation
import Testing
import Vision

@Suite("Requests of the class API")
struct RequestTests {
    @Test("requests have Apple's defaults")
    func defaults() throws {
        let request = VNDetectHumanHandPoseRequest()
        #expect(request.maximumHandCount == 2 && request.revision == 1 && request.results == nil)
        #expect(request.regionOfInterest == CGRect(x: 0, y: 0, width: 1, height: 1))
        #expect(request.completionHandler == nil && !request.searchesThoroughly)
        #expect(VNDetectHumanHandPoseRequest.supportedRevisions == IndexSet(integer: 1))
        #expect(VNDetectHumanHandPoseRequest.defaultRevision == 1)
        #expect(VNDetectHumanHandPoseRequest.currentRevision == VNDetectHumanHandPoseRequestRevision1)
        #expect(VNRequestRevisionUnspecified == 0)
        #expect(!request.preferBackgroundProcessing && !request.usesCPUOnly)
        request.preferBackgroundProcessing = true
        request.usesCPUOnly = true
        #expect(request.preferBackgroundProcessing && request.usesCPUOnly)
    }

    @Test("lists joints and groups in the order of key-point arrays")
    func names() throws {
        let request = VNDetectHumanHandPoseRequest()
        let names = try request.supportedJointNames
        #expect(names.first == .wrist && names[4] == .thumbTip && names[8] == .indexTip && names.last == .littleTip)
        #expect(Set(names).count == 21)
        #expect(names[3].rawValue.rawValue == "VNHLKTIP" && names[17].rawValue.rawValue == "VNHLKPMCP")
        let groups = try request.supportedJointsGroupNames
        #expect(groups == [.thumb, .indexFinger, .middleFinger, .ringFinger, .littleFinger, .all])
        #expect(groups.map(\.rawValue.rawValue).last == "VNIPOAll")
        #expect(try VNDetectHumanHandPoseRequest.supportedJointNames(forRevision: 1) == names)
        #expect(try VNDetectHumanHandPoseRequest.supportedJointsGroupNames(forRevision: 1) == groups)
        #expect(
            errorCode { _ = try VNDetectHumanHandPoseRequest.supportedJointNames(forRevision: 2) }
                == .unsupportedRevision)
        request.revision = 7
        #expect(errorCode { _ = try request.supportedJointNames } == .unsupportedRevision)
        #expect(errorCode { _ = try request.supportedJointsGroupNames } == .unsupportedRevision)
    }

    @Test("copies keep the settings")
    func copies() throws {
        let request = VNDetectHumanHandPoseRequest { _, _ in }
        request.maximumHandCount = 4
        request.searchesThoroughly = true
        request.regionOfInterest = CGRect(x: 0.25, y: 0, width: 0.5, height: 1)
        request.preferBackgroundProcessing = true
        let copy = try #require(request.copy() as? VNDetectHumanHandPoseRequest)
        #expect(copy !== request && copy.maximumHandCount == 4 && copy.preferBackgroundProcessing)
        #expect(copy.searchesThoroughly)
        #expect(copy.regionOfInterest == request.regionOfInterest && copy.completionHandler != nil)
    }

    @Test("offers only the CPU as compute device")
    func devices() throws {
        let request = VNDetectHumanHandPoseRequest()
        let devices = try #require(try request.supportedComputeStageDevices[.main])
        #expect(devices.count == 1)
        #expect(request.computeDevice(for: .main) == nil)
        request.setComputeDevice(devices[0], for: .main)
        guard case .cpu = request.computeDevice(for: .main) else {
            Issue.record("the CPU is not the chosen device")
            return
        }
        request.setComputeDevice(nil, for: .main)
        #expect(request.computeDevice(for: .main) == nil)
        request.setComputeDevice(devices[0], for: VNComputeStage(rawValue: "other"))
        let handler = VNImageRequestHandler(cgImage: try renderedHands("no_hand").cgImage())
        #expect(errorCode { try handler.perform([request]) } == .unsupportedComputeStage)
    }

    @Test("error codes have Apple's numbers")
    func codes() {
        #expect(VNErrorCode.turiCoreErrorCode.rawValue == -1 && VNErrorCode.OK.rawValue == 0)
        #expect(VNErrorCode.requestCancelled.rawValue == 1 && VNErrorCode.invalidImage.rawValue == 13)
        #expect(VNErrorCode.unsupportedComputeDevice.rawValue == 22)
        #expect(VNChirality.left.rawValue == -1 && VNChirality.unknown.rawValue == 0 && VNChirality.right.rawValue == 1)
    }
}
