import TegataTool

/// What people call options of training in other tools.
package let learningOptionHints = [
    OptionHint("--epochs", "--steps", "--max-iterations", option: TrainOption.iterations.description),
    OptionHint("--batch-size", option: TrainOption.batch.description),
    OptionHint("--val", "--val-split", "--validation-split", option: TrainOption.validation.description),
    OptionHint("--augmentation", "--augmentations", option: TrainOption.augment.description),
    OptionHint("--resume", option: TrainOption.checkpoint.description),
]
