/// Every command, in the order of the help.
package let commandList: [Command] = [
    detectCommand,
    trackCommand,
    benchCommand,
    inspectCommand,
    runCommand,
    helpCommand,
]
