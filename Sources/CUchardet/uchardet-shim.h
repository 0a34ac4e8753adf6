// In the compiler's own folders the header has a folder; what pkg-config names is that folder.
#if __has_include(<uchardet/uchardet.h>)
#include <uchardet/uchardet.h>
#else
#include <uchardet.h>
#endif
