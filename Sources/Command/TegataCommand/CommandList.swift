/// Every command, in the order of the help.
package let commandList: [Command] = [
    detectCommand,
    recognizeCommand,
    trackCommand,
    recordCommand,
    trainCommand,
    evaluateCommand,
    benchCommand,
    inspectCommand,
    generateClassCommand,
    runCommand,
    doctorCommand,
    completionsCommand,
    helpCommand,
]
