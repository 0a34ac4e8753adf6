import Foundation

// Before the first text is asked for, and before there is another thread.
Language.activate()
exit(InventoryCommand.start(arguments: CommandLine.arguments))
