/// Every command, in the order of the help.
package let commandList: [Command] = [
    benchCommand,
    inspectCommand,
    runCommand,
    helpCommand,
]
