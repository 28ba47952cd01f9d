import CreateML

// A folder for every pose, with pictures of it: poses/thumb, poses/victory and so on.
let pictures = URL(fileURLWithPath: "poses", isDirectory: true)
var parameters = MLHandPoseClassifier.ModelParameters()
parameters.maximumIterations = 80
parameters.augmentationOptions = [.horizontallyFlip, .rotate]

let job = try MLHandPoseClassifier.train(
    trainingData: .labeledDirectories(at: pictures), parameters: parameters)
let classifier = try await job.value
for notice in job.notices { print(notice) }
try classifier.write(to: URL(fileURLWithPath: "poses.tegata"))

let model = try MLModel(contentsOf: URL(fileURLWithPath: "poses.tegata"))
print("accuracy \(1 - classifier.trainingMetrics.classificationError) of \(model.modelDescription.classLabels ?? [])")
