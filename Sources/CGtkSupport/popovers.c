#include "CGtkSupport.h"

/* A popover takes the input of its window group when it is shown, and gives it back when it is
 * hidden: to the group of its window. When a shown popover leaves the window together with what is
 * around it, it is hidden only afterwards, when it has no window any more. Then the group is left
 * with a popover that is gone. GTK gives all input back that widgets of a window have taken when
 * the window leaves its group.
 */

static void (*popover_unroot) (GtkWidget *widget);

void
cgtk_window_take_input (GtkWindow *window)
{
  if (!gtk_window_get_modal (window) || !gtk_widget_get_visible (GTK_WIDGET (window)))
    return;
  gtk_window_set_modal (window, FALSE);
  gtk_window_set_modal (window, TRUE);
}

/* Has the windows above a window take the input, lower ones first. */
static void
take_input_above (GtkWindow *window)
{
  GList *windows = gtk_window_list_toplevels ();

  for (GList *node = windows; node != NULL; node = node->next)
    if (gtk_window_get_transient_for (node->data) == window)
      {
        cgtk_window_take_input (node->data);
        take_input_above (node->data);
      }
  g_list_free (windows);
}

static void
give_input_back (GtkWindow *window)
{
  GtkWindowGroup *group = g_object_ref (gtk_window_get_group (window));

  gtk_window_group_remove_window (group, window);
  gtk_window_group_add_window (group, window);
  g_object_unref (group);
  cgtk_window_take_input (window);
  take_input_above (window);
}

static void
mended_unroot (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);

  if (gtk_widget_get_visible (widget) && gtk_popover_get_autohide (GTK_POPOVER (widget))
      && GTK_IS_WINDOW (root) && gtk_window_has_group (GTK_WINDOW (root)))
    give_input_back (GTK_WINDOW (root));
  popover_unroot (widget);
}

void
cgtk_popover_mend_grabs (void)
{
  GtkWidgetClass *class = g_type_class_ref (GTK_TYPE_POPOVER);

  if (class->unroot == mended_unroot)
    return;
  popover_unroot = class->unroot;
  class->unroot = mended_unroot;
}
