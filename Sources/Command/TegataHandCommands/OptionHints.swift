import TegataTool

/// What people call options for hands, pictures and videos in other tools.
package let handOptionHints = [
    OptionHint("-i", "--source", advice: "name files without an option"),
    OptionHint("-y", "--overwrite", "--exist-ok", advice: "leave it out: outputs are replaced without a question"),
    OptionHint("--output", "--save", "--save-dir", "--project", option: OutputOption.annotate.description),
    OptionHint("--show", "--view", option: OutputOption.preview.description),
    OptionHint("--conf", "--confidence", "--threshold", option: HandOption.detectionConfidence.description),
    OptionHint("-n", "--hands", "--max-hands", "--max-det", option: HandOption.handCount.description),
    OptionHint("-ss", option: VideoPart.start.description),
    OptionHint("-t", option: VideoPart.duration.description),
    OptionHint("-r", "-framerate", option: VideoPart.pictureRate.description),
    OptionHint("--vid-stride", option: VideoPart.every.description),
    OptionHint("--save-crop", option: OutputOption.crops.description),
]
