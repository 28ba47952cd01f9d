import TegataClassifiers

/// A training after one of its steps; what it gives is made when it is asked for, while the training waits.
package struct TrainingSnapshot {
    /// How many steps were made.
    package let iteration: Int
    /// What the training can go on from later.
    package let checkpoint: () -> TrainingCheckpoint
    /// The classifier so far.
    let head: () -> ClassifierHead?
}
