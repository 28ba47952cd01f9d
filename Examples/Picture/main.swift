import MediaPipeTasksVision
import UIKit

let options = HandLandmarkerOptions()
options.baseOptions.modelAssetPath = "hand_landmarker.task"
options.numHands = 2
let landmarker = try HandLandmarker(options: options)
if let picture = UIImage(contentsOfFile: "photo.jpg") {
    let result = try landmarker.detect(image: MPImage(uiImage: picture))
    for (hand, landmarks) in zip(result.handedness, result.landmarks) {
        print(hand[0].categoryName ?? "", landmarks[Int(HandLandmark.indexFingerTIP.rawValue)])
    }
}
