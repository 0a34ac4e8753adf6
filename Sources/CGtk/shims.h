#ifndef CGTK_SHIMS_H
#define CGTK_SHIMS_H

/* Everything is written for GTK 4.8: uses of functions that a later version deprecates do not warn,
 * and functions that a later version adds are used only behind a version check. */
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#define GLIB_VERSION_MIN_REQUIRED GLIB_VERSION_2_74

#include <gtk/gtk.h>
#include <glib-unix.h>

#include "main-queue.h"

#endif
