import TegataBuffers
import TegataFormats
import TegataTestSupport
import Testing

/// The contents of the published models. Each test is skipped if its files are missing.
struct PublishedModelTests {
    private static let missing = ModelFiles.names.filter { !ModelFiles.have($0) }

    /// Tests with a case per model have no cases for missing models, so this test is skipped with a message that names
    /// them.
    @Test(.enabled(if: missing.isEmpty, "no test has \(missing.joined(separator: ", "))"))
    func findsAllModels() {
        #expect(ModelFiles.present == ModelFiles.names)
    }

    struct Network: CustomTestStringConvertible {
        let name: String
        let tensors, operators, buffers: Int
        let inputs: [[Int]]
        let outputs: [[Int]]
        let hash: String
        var testDescription: String { name }
    }

    static let networks = [
        Network(
            name: "palm_detection_full.tflite", tensors: 413, operators: 272, buffers: 286, inputs: [[1, 192, 192, 3]],
            outputs: [[1, 2016, 18], [1, 2016, 1]],
            hash: "1b14e9422c6ad006cde6581a46c8b90dd573c07ab7f3934b5589e7cea3f89a54"),
        Network(
            name: "palm_detection_lite.tflite", tensors: 353, operators: 232, buffers: 245, inputs: [[1, 192, 192, 3]],
            outputs: [[1, 2016, 18], [1, 2016, 1]],
            hash: "e9a4aaddf90dda56a87235303cf00e4c2d3fb28725f68fd88772997dac905c18"),
        Network(
            name: "hand_landmark_full.tflite", tensors: 269, operators: 165, buffers: 173, inputs: [[1, 224, 224, 3]],
            outputs: [[1, 63], [1, 1], [1, 1], [1, 63]],
            hash: "11c272b891e1a99ab034208e23937a8008388cf11ed2a9d776ed3d01d0ba00e3"),
        Network(
            name: "hand_landmark_lite.tflite", tensors: 271, operators: 167, buffers: 175, inputs: [[1, 224, 224, 3]],
            outputs: [[1, 63], [1, 1], [1, 1], [1, 63]],
            hash: "048edd3645c9bf7397d19a9f6e3a42957d6e414c9bea6598030a2e9b624156e6"),
        Network(
            name: "gesture_embedder.tflite", tensors: 85, operators: 43, buffers: 88,
            inputs: [[1, 21, 3], [1, 1], [1, 21, 3]], outputs: [[1, 128]],
            hash: "54abe78de1d1cd5e3cdaa0dab01db18e3ec7e09a76e7c3b5fa278572f7a60977"),
        Network(
            name: "canned_gesture_classifier.tflite", tensors: 9, operators: 4, buffers: 13, inputs: [[1, 128]],
            outputs: [[1, 8]], hash: "62a87ded76da05155f6a59c8babb4c537c138c25138b29450fb030e207a5c0e9"),
    ].filter { ModelFiles.have($0.name) }

    @Test(.enabled(if: !networks.isEmpty), arguments: networks)
    func readsEveryPublishedNetwork(_ expected: Network) throws {
        let bytes = try ModelFiles.bytes(expected.name)
        #expect(sha256(bytes) == expected.hash)
        let model = try NetworkFile(bytes: bytes, file: expected.name).model
        #expect(model.version == 3)
        #expect(model.description == "MLIR Converted.")
        #expect(model.buffers.count == expected.buffers)
        #expect(model.subgraphs.count == 1)
        let graph = model.subgraphs[0]
        #expect(graph.name == "main")
        #expect(graph.tensors.count == expected.tensors)
        #expect(graph.operators.count == expected.operators)
        #expect(graph.inputs.map { graph.tensors[$0].shape } == expected.inputs)
        #expect(graph.outputs.map { graph.tensors[$0].shape } == expected.outputs)
        #expect(graph.tensors.allSatisfy { !$0.isSparse && !$0.isVariable })
    }

    struct Bundle: CustomTestStringConvertible {
        let name: String
        let kind: TaskBundle.Kind
        /// The path, size, file offset and checksum of every member.
        let members: [(path: String, size: Int, offset: Int, checksum: UInt32)]
        /// The members of a rebuilt file with the same networks, which is accepted in place of the bundle.
        var substitute: [(path: String, size: Int, offset: Int, checksum: UInt32)] = []
        var testDescription: String { name }
    }

    static let bundles = [
        Bundle(
            name: "hand_landmarker.task", kind: .handLandmarker,
            members: [
                ("hand_detector.tflite", 2_339_878, 52, 0x9716_7D6F),
                ("hand_detector.tflite:labels.txt", 4, 2_339_848, 0xF925_E7D9),
                ("hand_landmarks_detector.tflite", 5_478_949, 2_339_992, 0x657C_96D4),
                ("hand_landmarks_detector.tflite:handedness.txt", 11, 7_818_848, 0xBDDF_71F4),
            ]),
        Bundle(
            name: "hand_landmarker_lite.task", kind: .handLandmarker,
            members: [
                ("hand_detector.tflite", 1_985_440, 50, 0x76ED_AD6A),
                ("hand_landmarks_detector.tflite", 2_071_597, 1_985_550, 0xB37B_412F),
                ("hand_landmarks_detector.tflite:handedness.txt", 11, 4_057_054, 0xBDDF_71F4),
            ]),
        Bundle(
            name: "gesture_recognizer.task", kind: .gestureRecognizer,
            members: [
                ("hand_landmarker.task", 7_819_105, 52, 0xE7DE_03B7),
                ("hand_landmarker.task:hand_detector.tflite", 2_339_878, 104, 0xEF07_E04F),
                ("hand_landmarker.task:hand_detector.tflite:labels.txt", 4, 2_339_900, 0xF925_E7D9),
                ("hand_landmarker.task:hand_landmarks_detector.tflite", 5_478_949, 2_340_044, 0x657C_96D4),
                ("hand_landmarker.task:hand_landmarks_detector.tflite:handedness.txt", 11, 7_818_900, 0xBDDF_71F4),
                ("hand_gesture_recognizer.task", 554_062, 7_819_216, 0xE8A9_BB6B),
                ("hand_gesture_recognizer.task:gesture_embedder.tflite", 546_000, 7_819_272, 0x15F0_EBD5),
                ("hand_gesture_recognizer.task:canned_gesture_classifier.tflite", 7_773, 8_365_336, 0x649C_1918),
                (
                    "hand_gesture_recognizer.task:canned_gesture_classifier.tflite:labels.txt", 75, 8_372_956,
                    0xB0CF_7813
                ),
            ],
            // Rebuilt from its parts.
            substitute: [
                ("hand_landmarker.task", 7_819_105, 50, 0xE8EA_6A7B),
                ("hand_landmarker.task:hand_detector.tflite", 2_339_878, 102, 0x9716_7D6F),
                ("hand_landmarker.task:hand_detector.tflite:labels.txt", 4, 2_339_898, 0xF925_E7D9),
                ("hand_landmarker.task:hand_landmarks_detector.tflite", 5_478_949, 2_340_042, 0x657C_96D4),
                ("hand_landmarker.task:hand_landmarks_detector.tflite:handedness.txt", 11, 7_818_898, 0xBDDF_71F4),
                ("hand_gesture_recognizer.task", 554_057, 7_819_213, 0x4D9D_34FD),
                ("hand_gesture_recognizer.task:gesture_embedder.tflite", 546_000, 7_819_266, 0x15F0_EBD5),
                ("hand_gesture_recognizer.task:canned_gesture_classifier.tflite", 7_773, 8_365_328, 0x649C_1918),
                (
                    "hand_gesture_recognizer.task:canned_gesture_classifier.tflite:labels.txt", 75, 8_372_948,
                    0xB0CF_7813
                ),
            ]),
        Bundle(
            name: "gesture_recognizer_custom.task", kind: .gestureRecognizer,
            members: [
                ("hand_landmarker.task", 7_819_041, 52, 0xD562_090B),
                ("hand_landmarker.task:hand_detector.tflite", 2_339_846, 104, 0x201C_1877),
                ("hand_landmarker.task:hand_detector.tflite:labels.txt", 4, 2_339_868, 0xF925_E7D9),
                ("hand_landmarker.task:hand_landmarks_detector.tflite", 5_478_917, 2_340_012, 0x7217_7464),
                ("hand_landmarker.task:hand_landmarks_detector.tflite:handedness.txt", 11, 7_818_836, 0xBDDF_71F4),
                ("hand_gesture_recognizer.task", 644_166, 7_819_152, 0x82A3_D10B),
                ("hand_gesture_recognizer.task:gesture_embedder.tflite", 628_312, 7_819_208, 0x2F92_C006),
                ("hand_gesture_recognizer.task:canned_gesture_classifier.tflite", 6_928, 8_447_584, 0x7301_D81A),
                ("hand_gesture_recognizer.task:custom_gesture_classifier.tflite", 8_495, 8_454_576, 0xC62C_4CA1),
                (
                    "hand_gesture_recognizer.task:custom_gesture_classifier.tflite:labels.txt", 49, 8_462_944,
                    0x55A6_8534
                ),
            ]),
    ].filter { ModelFiles.have($0.name) }

    @Test(.enabled(if: !bundles.isEmpty), arguments: bundles)
    func listsTheMembersOfPublishedBundles(_ expected: Bundle) throws {
        let bytes = try ModelFiles.bytes(expected.name)
        let bundle = try TaskBundle(bytes: bytes, file: expected.name)
        #expect(bundle.kind == expected.kind)
        let members = try bundle.allMembers()
        let isSubstitute = members.first?.fileOffset == expected.substitute.first?.offset
        let expectedMembers = isSubstitute ? expected.substitute : expected.members
        #expect(members.map { $0.path.joined(separator: ":") } == expectedMembers.map { $0.path })
        #expect(members.map { $0.entry.size } == expectedMembers.map { $0.size })
        #expect(members.map { $0.fileOffset } == expectedMembers.map { Optional($0.offset) })
        #expect(members.map { $0.entry.checksum } == expectedMembers.map { $0.checksum })
        for role in TaskBundle.Role.allCases where bundle.has(role) {
            let network = try bundle.network(role)
            #expect(network.model.bytes.storage === bytes.storage, "members are used in place")
        }
    }

    @Test(.enabled(if: ModelFiles.have("gesture_recognizer.task")))
    func readsTheCannedGestureClassifier() throws {
        let bundle = try TaskBundle(bytes: ModelFiles.bytes("gesture_recognizer.task"), file: "gesture_recognizer.task")
        let classifier = try bundle.network(.cannedGestureClassifier)
        #expect(
            try classifier.labels(ofOutput: 0) == [
                "None", "Closed_Fist", "Open_Palm", "Pointing_Up", "Thumb_Down", "Thumb_Up", "Victory", "ILoveYou",
            ])
        #expect(try classifier.labels(ofOutput: 0, locale: "en") == [])
        #expect(classifier.scoreThreshold(ofOutput: 0) == nil)
        #expect(classifier.metadata?.name == "Gesture Classifier")
        #expect(!bundle.has(.customGestureClassifier))
    }

    @Test(.enabled(if: ModelFiles.have("gesture_recognizer_custom.task")))
    func readsTheCustomGestureClassifier() throws {
        let bundle = try TaskBundle(bytes: ModelFiles.bytes("gesture_recognizer_custom.task"), file: "custom.task")
        let classifier = try bundle.network(.customGestureClassifier)
        #expect(
            try classifier.labels(ofOutput: 0)
                == ["none", "0", "add", "clear", "divide", "equal", "minus", "multiply", "plus"])
        #expect(classifier.scoreThreshold(ofOutput: 0) == 0.5)
        // This export contains no metadata for the canned classifier.
        #expect(try bundle.network(.cannedGestureClassifier).labels(ofOutput: 0) == [])
        #expect(try bundle.network(.gestureEmbedder).model.subgraphs[0].operators.count == 126)
    }

    @Test(.enabled(if: ModelFiles.have("hand_landmarker.task", "hand_landmarker_lite.task")))
    func readsNormalizationsAndLabels() throws {
        let full = try TaskBundle(bytes: ModelFiles.bytes("hand_landmarker.task"), file: "hand_landmarker.task")
        let palm = try full.network(.palmDetector)
        #expect(palm.normalization(ofInput: 0) == Normalization(means: [0], standardDeviations: [255]))
        #expect(palm.inputMetadata(0)?.content == .image(colorSpace: .rgb, defaultSize: nil))
        #expect(try palm.labels(ofOutput: 1) == ["palm"])
        let hand = try full.network(.handLandmarks)
        #expect(
            hand.normalization(ofInput: 0)
                == Normalization(means: [0, 0, 0], standardDeviations: [255, 255, 255]))
        #expect(hand.metadata?.minimumParserVersion == "1.2.0")
        #expect(try hand.labels(ofOutput: 0) == ["Left", "Right"])
        let lite = try TaskBundle(bytes: ModelFiles.bytes("hand_landmarker_lite.task"), file: "lite.task")
        #expect(try lite.network(.palmDetector).metadata == nil)
        #expect(try lite.network(.palmDetector).normalization(ofInput: 0) == .unitRange)
    }

    @Test(.enabled(if: ModelFiles.have("palm_detection_full.tflite")))
    func countsTheOperatorsOfThePalmNetwork() throws {
        let model = try TFLiteModel(bytes: ModelFiles.bytes("palm_detection_full.tflite"), file: "palm.tflite")
        var counts: [String: Int] = [:]
        for operation in model.subgraphs[0].operators { counts[operation.code.name, default: 0] += 1 }
        #expect(
            counts == [
                "ADD": 30, "CONCATENATION": 2, "CONV_2D": 35, "DEPTHWISE_CONV_2D": 28, "DEQUANTIZE": 133,
                "MAX_POOL_2D": 4, "PAD": 3, "PRELU": 31, "RESHAPE": 4, "RESIZE_BILINEAR": 2,
            ])
        let first = try #require(model.subgraphs[0].operators.first { $0.code.builtin == .conv2D })
        #expect(first.optionsType == 1)
        #expect(try first.options?.int32(FlatBufferField(1, "stride w"), default: 0) == 2)
        #expect(
            model.metadata.map { $0.name } == ["min_runtime_version", "reduced_precision_support", "TFLITE_METADATA"])
        let precision = try #require(model.metadataBytes(named: "reduced_precision_support"))
        #expect(precision.text(at: 0, count: 11) == "fp16accfp32")
    }
}
