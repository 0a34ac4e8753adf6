#include "CGtkSupport.h"

#ifdef GDK_WINDOWING_WAYLAND
#include <gdk/wayland/gdkwayland.h>
#endif

void
cgtk_display_set_activation_token (GdkDisplay *display, const char *token)
{
#ifdef GDK_WINDOWING_WAYLAND
  if (GDK_IS_WAYLAND_DISPLAY (display))
    gdk_wayland_display_set_startup_notification_id (display, token);
#endif
}
