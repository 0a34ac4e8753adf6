#ifndef CGTK_SHIMS_H
#define CGTK_SHIMS_H

#include <gtk/gtk.h>
#include <glib-unix.h>

#include "main-queue.h"

#endif
