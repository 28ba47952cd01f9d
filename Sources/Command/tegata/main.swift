import TegataCommand

runProcess()
