import CoreML
import Foundation
import Testing

@Suite struct MLFeatureTests {
    @Test func returnsValuesOnlyForTheirOwnType() throws {
        let array = filled([1, 3, 21], .float32)
        let values: [(MLFeatureValue, MLFeatureType)] = [
            (MLFeatureValue(int64: 7), .int64), (MLFeatureValue(double: 0.5), .double),
            (MLFeatureValue(string: "five"), .string), (MLFeatureValue(multiArray: array), .multiArray),
            (try MLFeatureValue(dictionary: ["five": 0.75]), .dictionary),
            (MLFeatureValue(shapedArray: [1, 2] as MLShapedArray<Float>), .multiArray),
        ]
        for (value, type) in values {
            #expect(value.type == type)
            #expect(!value.isUndefined)
            #expect(value.isEqual(to: value) && value == value.copy() as? MLFeatureValue)
            #expect((value.multiArrayValue != nil) == (type == .multiArray))
            #expect(value.stringValue == (type == .string ? "five" : ""))
            #expect(value.int64Value == (type == .int64 ? 7 : 0))
            #expect(value.doubleValue == (type == .double ? 0.5 : 0))
            #expect(value.dictionaryValue == (type == .dictionary ? ["five": 0.75] : [:]))
        }
        #expect(MLFeatureValue(undefined: .string).isUndefined)
        #expect(MLFeatureValue(undefined: .string).type == .string)
        #expect(MLFeatureValue(int64: 7) != MLFeatureValue(double: 7))
        #expect(MLFeatureValue(multiArray: array) == MLFeatureValue(multiArray: filled([1, 3, 21], .float32)))
    }

    @Test func usesCoreMLRawValues() {
        let types: [MLFeatureType] = [.invalid, .int64, .double, .string, .image, .multiArray, .dictionary, .sequence]
        #expect(types.map(\.rawValue) == Array(0..<8))
        #expect([MLComputeUnits.cpuOnly, .cpuAndGPU, .all, .cpuAndNeuralEngine].map(\.rawValue) == [0, 1, 2, 3])
        #expect(MLModelError.Code.predictionCancelled.rawValue == 11)
        #expect(MLModelErrorDomain == "com.apple.CoreML")
    }

    @Test func convertsLabelDictionariesToSwift() throws {
        let value = try MLFeatureValue(dictionary: ["five": 0.75, "other": 0.25])
        let probabilities = try #require(value.dictionaryValue as? [String: Double])
        #expect(probabilities == ["five": 0.75, "other": 0.25])
        #expect(try MLFeatureValue(dictionary: [1: 0.5]).dictionaryValue as? [Int: Double] == [1: 0.5])
        #expect(throws: MLModelError.self) { try MLFeatureValue(dictionary: ["five": 1, 5: 1]) }
        #expect(throws: MLModelError.self) { try MLFeatureValue(dictionary: [0.5: 1]) }
    }

    @Test func returnsShapedArraysOnlyForTheirScalarType() {
        let value = MLFeatureValue(shapedArray: MLShapedArray<Float>(repeating: 1, shape: [1, 3, 21]))
        #expect(value.shapedArrayValue(of: Float.self)?.shape == [1, 3, 21])
        #expect(value.shapedArrayValue(of: Double.self) == nil)
        #expect(MLFeatureValue(int64: 1).shapedArrayValue(of: Float.self) == nil)
    }

    @Test func makesFeatureValuesFromDictionaries() throws {
        let provider = try MLDictionaryFeatureProvider(dictionary: [
            "poses": filled([1, 3, 21], .double), "name": "five", "count": 3, "scale": 0.5,
            "value": MLFeatureValue(int64: 9), "number": NSNumber(value: 0.25), "labels": ["a": 0.5],
        ])
        #expect(provider.featureNames.count == 7)
        #expect(provider.featureValue(for: "poses")?.multiArrayValue?.count == 63)
        #expect(provider["name"]?.stringValue == "five")
        #expect(provider["count"]?.int64Value == 3)
        #expect(provider["scale"]?.doubleValue == 0.5)
        #expect(provider.dictionary["value"]?.int64Value == 9)
        #expect(provider["number"]?.doubleValue == 0.25)
        #expect(provider["labels"]?.dictionaryValue == ["a": 0.5])
        #expect(provider.featureValue(for: "nothing") == nil)
        let error = #expect(throws: MLModelError.self) { try MLDictionaryFeatureProvider(dictionary: ["date": Date()]) }
        #expect(error?.code == .featureType && error?.localizedDescription.contains("date") == true)
    }

    @Test func makesBatchesFromArraysAndDictionaries() throws {
        let batch = try MLArrayBatchProvider(dictionary: ["name": ["a", "b"], "count": [1, 2]])
        #expect(batch.count == 2)
        #expect(batch.features(at: 1).featureValue(for: "name")?.stringValue == "b")
        #expect(MLArrayBatchProvider(array: batch.array).array.count == 2)
        #expect(throws: MLModelError.self) { try MLArrayBatchProvider(dictionary: ["name": ["a"], "count": [1, 2]]) }
    }

    @Test func exposesTheCodeAndDescriptionOfErrors() {
        let error: any Error = MLModelError(.io, userInfo: [NSLocalizedDescriptionKey: "no such file"])
        #expect(error.localizedDescription == "no such file")
        #expect("\(error)" == "no such file")
        #expect((error as NSError).domain == MLModelErrorDomain && (error as NSError).code == 3)
        do { throw error } catch MLModelError.io {} catch { Issue.record("\(error)") }
        #expect((error as? MLModelError)?.code == .io)
        #expect(MLModelError(.generic) == MLModelError(.generic))
    }

    @Test func listsOnlyTheCPUAsComputeDevice() {
        #expect(MLModel.availableComputeDevices.count == 1)
        guard case .cpu(let device) = MLComputeDevice.allComputeDevices[0] else {
            Issue.record("the device is not the CPU")
            return
        }
        #expect((device as any MLComputeDeviceProtocol) is MLCPUComputeDevice)
    }
}
