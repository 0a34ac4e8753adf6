import Foundation

exit(InventoryCommand.start(arguments: CommandLine.arguments))
