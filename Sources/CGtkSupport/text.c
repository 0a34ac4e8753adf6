#include "CGtkSupport.h"

static void
contents_changed (GtkText *text, gboolean is_inserted, guint start, guint end)
{
  /* GtkText itself does the same when its own functions change the text. */
#if GTK_CHECK_VERSION (4, 14, 0)
  gtk_accessible_text_update_contents (GTK_ACCESSIBLE_TEXT (text),
                                       is_inserted ? GTK_ACCESSIBLE_TEXT_CONTENT_CHANGE_INSERT
                                                   : GTK_ACCESSIBLE_TEXT_CONTENT_CHANGE_REMOVE,
                                       start, end);
#endif
}

void
cgtk_text_replace (gpointer text, guint start, guint end, const char *inserted)
{
  GtkEntryBuffer *buffer = gtk_text_get_buffer (text);

  if (start < end)
    {
      contents_changed (text, FALSE, start, end);
      gtk_entry_buffer_delete_text (buffer, start, end - start);
    }
  if (inserted[0] != '\0')
    {
      guint count = gtk_entry_buffer_insert_text (buffer, start, inserted, -1);
      contents_changed (text, TRUE, start, start + count);
    }
}
