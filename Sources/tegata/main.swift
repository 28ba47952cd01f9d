import TegataCommand
runProcess()
