import TegataHandCommands
import TegataHands
import TegataLearningCommands
import TegataTool

/// The `tegata` program with all its commands.
package let tegataTool: Tool = Tool(
    summary: "tegata runs Google's hand models: .task bundles and the TFLite networks inside them.",
    version: Version.number,
    commands: [
        detectCommand,
        recognizeCommand,
        trackCommand,
        reportCommand,
        recordCommand,
        trainCommand,
        evaluateCommand,
        benchCommand,
        inspectCommand,
        quantizeCommand,
        generateClassCommand,
        runCommand,
        doctorCommand,
        completionsCommand { tegataTool },
        helpCommand { tegataTool },
    ],
    hints: handOptionHints + learningOptionHints,
    manual: manualText)
