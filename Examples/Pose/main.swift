import Vision

let request = VNDetectHumanHandPoseRequest()
request.maximumHandCount = 2
let image = URL(fileURLWithPath: CommandLine.arguments.last!)
try VNImageRequestHandler(url: image).perform([request])
for hand in request.results ?? [] {
    let tip = try hand.recognizedPoint(.indexTip)
    print("\(hand.chirality) hand, index finger at \(tip.location), confidence \(tip.confidence)")
}
