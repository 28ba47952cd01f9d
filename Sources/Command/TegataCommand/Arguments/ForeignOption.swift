/// Options that people know from other tools, such as ffmpeg and yolo.
enum ForeignOption {
    /// What to write instead of `name`; nil where that is not known, or the command does not have it.
    static func advice(on name: String, to command: Command) -> String? {
        if inputs.contains(name) { return "name files without an option" }
        if overwriting.contains(name) { return "leave it out: outputs are replaced without a question" }
        guard let meant = meanings.first(where: { $0.names.contains(name) })?.meant,
            command.options.contains(where: { $0.name == meant })
        else { return nil }
        return "did you mean \(meant)?"
    }

    private static let inputs = ["-i", "--source"]
    private static let overwriting = ["-y", "--overwrite", "--exist-ok"]
    private static let meanings: [(names: [String], meant: String)] = [
        (["--output", "--save", "--save-dir", "--project"], OutputOption.annotate.description.name),
        (["--show", "--view"], OutputOption.preview.description.name),
        (["--conf", "--confidence", "--threshold"], HandOption.detectionConfidence.description.name),
        (["-n", "--hands", "--max-hands", "--max-det"], HandOption.handCount.description.name),
        (["-ss"], VideoPart.start.description.name),
        (["-t"], VideoPart.duration.description.name),
        (["-r", "-framerate"], VideoPart.pictureRate.description.name),
        (["--vid-stride"], VideoPart.every.description.name),
        (["--epochs", "--steps", "--max-iterations"], TrainOption.iterations.description.name),
        (["--batch-size"], TrainOption.batch.description.name),
        (["--val", "--val-split", "--validation-split"], TrainOption.validation.description.name),
        (["--augmentation", "--augmentations"], TrainOption.augment.description.name),
        (["--resume"], TrainOption.checkpoint.description.name),
        (["--save-crop"], OutputOption.crops.description.name),
    ]
}
