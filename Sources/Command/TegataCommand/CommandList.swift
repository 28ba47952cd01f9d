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
    runCommand,
    doctorCommand,
    completionsCommand,
    helpCommand,
]
