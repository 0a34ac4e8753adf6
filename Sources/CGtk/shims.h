#ifndef CGTK_SHIMS_H
#define CGTK_SHIMS_H

/* GTK 4.8 is what everything here is written for: nothing that a later version deprecates warns, and
 * what a later version adds is used behind a check only. */
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#define GLIB_VERSION_MIN_REQUIRED GLIB_VERSION_2_74

#include <gtk/gtk.h>
#include <glib-unix.h>

#include "main-queue.h"

#endif
