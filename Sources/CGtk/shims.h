#ifndef CGTK_SHIMS_H
#define CGTK_SHIMS_H

#include <gtk/gtk.h>

#endif
