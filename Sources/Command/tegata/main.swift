import TegataCommand
import TegataTool

tegataTool.runProcess()
