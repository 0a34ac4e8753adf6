import Glibc
import InventoryCore

/// Gives memory that has been freed back to the system.
///
/// SQLite frees its cache page by page, and the C library keeps such pieces for later.
func releaseFreedMemory() {
  typealias MallocTrim = @convention(c) (_ pad: Int) -> Int32
  // No module of Swift has it, and not every C library does.
  guard let function = dlsym(nil, "malloc_trim") else { return }
  _ = unsafeBitCast(function, to: MallocTrim.self)(0)
}
