/// Every command, in the order of the help.
package let commandList: [Command] = [
    detectCommand,
    benchCommand,
    inspectCommand,
    runCommand,
    helpCommand,
]
