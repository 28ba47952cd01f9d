import Foundation
import TegataCapture
import TegataDevice
import TegataHands
import Testing

@Suite struct DeviceOptionsTests {
    @Test func acceptsOptionsAndOperandsInAnyOrder() throws {
        let options = try DeviceOptions(
            [
                "--track", "bundle.task", "--num-hands", "1", "-", "--size", "640x480", "--format", "nv12", "--fps",
                "15", "--every", "3", "--cores", "0,4-6", "--wait", "--stats", "--binary", "--gestures",
                "--precision", "all-half", "--search", "thorough",
            ])
        #expect(options.bundle == "bundle.task" && options.source == "-")
        #expect(options.pipeline.maximumHandCount == 1 && options.tracks && options.recognizesGestures)
        #expect(options.size?.width == 640 && options.size?.height == 480 && options.rawPixels == .nv12)
        #expect(options.framesPerSecond == 15 && options.every == 3)
        #expect(options.cores?.words.first == 0b111_0001)
        #expect(options.waitsForCamera && options.writesStatistics && options.isBinary)
        #expect(options.precision == .allHalf)
        #expect(options.pipeline.search.area == .thorough)
        #expect(options.socket == nil && options.threadCount == 1)
        #expect(options.pipeline.tracking.detectionInterval == 1 && options.pipeline.tracking.identifiesHands)
        #expect(options.pipeline.gestures != nil)
    }

    @Test func searchesAfterATimeUnlessAnIntervalIsGiven() throws {
        #expect(try DeviceOptions(["a", "b"]).pipeline.tracking.searchPeriodMilliseconds == 125)
        let options = try DeviceOptions(["a", "b", "--detection-interval", "1"])
        #expect(options.pipeline.tracking.searchPeriodMilliseconds == 0)
    }

    /// Sets each option that the descriptions offer on devices to its smallest value.
    @Test func readsAllDescribedOptionsOfThePipeline() throws {
        for option in PipelineOption.all {
            guard let argument = option.argument, argument.isOnDevices else { continue }
            var options: DeviceOptions
            switch option.value {
            case .flag(let access):
                options = try DeviceOptions(["a", "b", argument.name])
                access(&options.pipeline) { #expect($0) }
            case .integer(let range, let access):
                options = try DeviceOptions(["a", "b", argument.name, "\(range.lowerBound)"])
                access(&options.pipeline) { #expect($0 == range.lowerBound) }
                #expect(throws: DeviceError.self) { try DeviceOptions(["a", "b", argument.name, "1e3"]) }
            case .number: Issue.record("\(argument.name) is a number, which the program does not read")
            }
            #expect(DeviceHelp.text.components(separatedBy: "\n  \(argument.name) ").count == 2, "\(argument.name)")
        }
        #expect(try DeviceOptions(["a", "b"]).pipeline.maximumHandCount == 2)
    }

    @Test func describesEachOptionInHelp() {
        for line in [
            "without headers.\n\n  --num-hands N            maximum number of hands (default: 2)\n  --gestures  ",
            "search only every Nth frame for new ones (default: after 125 ms)\n  --frames N ",
        ] { #expect(DeviceHelp.text.contains(line)) }
    }

    @Test(arguments: [
        ([], "a bundle and a source are needed"),
        (["a", "b", "c"], "a bundle and a source are needed"),
        (["a", "b", "--fps"], "--fps needs a value"),
        (["a", "b", "--every", "0"], "--every expects a whole number from 1 to 1000000, not \"0\""),
        (["a", "b", "--num-hands", "1001"], "--num-hands expects a whole number from 1 to 1000, not \"1001\""),
        (
            ["a", "b", "--detection-interval", "0"],
            "--detection-interval expects a whole number from 1 to 1000000, not \"0\""
        ),
        (["a", "b", "--detection-interval"], "--detection-interval needs a value"),
        (["a", "b", "--threads", "x"], "--threads expects a whole number from 1 to 64, not \"x\""),
        (["a", "b", "--size", "640"], "--size expects a width and a height such as 640x480, not \"640\""),
        (["a", "b", "--size", "0x480"], "--size expects a width and a height such as 640x480, not \"0x480\""),
        (
            ["a", "b", "--size", "4x4", "--format", "tiff"],
            "--format expects rgb, bgr, nv12, yuyv or gray, not \"tiff\""
        ),
        (["a", "b", "--joints", "--binary"], "--joints needs JSON output; drop --binary"),
        (["a", "b", "--format", "rgb"], "--format is for frames without headers"),
        (["a", "b", "--precision", "double"], "--precision expects single, half, all-half or int8, not \"double\""),
        (["a", "b", "--search", "all"], "--search expects whole, tiles, auto or thorough, not \"all\""),
        (["a", "b", "--cores", "3-1"], "--cores expects numbers and ranges such as 0,4-7, not \"3-1\""),
        (["a", "b", "--cores", "1024"], "--cores expects numbers and ranges such as 0,4-7, not \"1024\""),
        (["a", "b", "--cores", ""], "--cores expects numbers and ranges such as 0,4-7, not \"\""),
    ])
    func explainsWrongOptionsInOneLine(arguments: [String], start: String) {
        let error = #expect(throws: DeviceError.self) { try DeviceOptions(arguments) }
        #expect(error?.status == 2)
        #expect(error?.message.hasPrefix(start) == true && error?.message.contains("\n") == false)
    }

    @Test func rejectsOptionsThatTheSmallProgramLacks() throws {
        for (words, message) in [
            (["--gestures"], "--gestures: the small program does not recognise gestures"),
            (["--precision", "half"], "--precision: the small program supports only single precision"),
        ] {
            let error = #expect(throws: DeviceError.self) { try DeviceOptions(["a", "b"] + words, of: .small) }
            #expect(error == .usage(message))
        }
        #expect(try DeviceOptions(["a", "b", "--precision", "single"], of: .small).precision == .single)
    }
}
