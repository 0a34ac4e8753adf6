import Foundation

/// Identifies the current thread; never 0.
var currentThread: UInt { UInt(pthread_self()) }
