import Foundation

// Nobody else reads what the program writes, whoever creates the file: SQLite, GTK or the program.
umask(0o077)
// Before the first text is asked for, and before there is another thread.
Language.activate()
exit(InventoryCommand.start(arguments: CommandLine.arguments))
