#include "CGtkSupport.h"

GtkWidget *
cgtk_dialog_new (void)
{
  return g_object_new (GTK_TYPE_DIALOG, "use-header-bar", TRUE, NULL);
}

GtkWidget *
cgtk_message_dialog_new (const char *title_markup, const char *body_markup)
{
  return g_object_new (GTK_TYPE_MESSAGE_DIALOG,
                       "use-header-bar", FALSE,
                       "message-type", GTK_MESSAGE_OTHER,
                       "text", title_markup,
                       "use-markup", TRUE,
                       "secondary-text", body_markup,
                       "secondary-use-markup", TRUE,
                       NULL);
}
