#include <libintl.h>
