#include "CGtkSupport.h"

/* A GtkListBox whose rows need not take the focus. GTK asks only the next row, and leaves the list
 * or stays where it is if that row has nothing to focus. */

static GtkWidgetClass *parent_class;

/* Moves the focus into a row, or within it. */
static gboolean
focus_row (GtkWidget *row, GtkDirectionType direction)
{
  /* GTK takes it for granted that a row can be focused itself. */
  GtkWidget *target = gtk_widget_get_focusable (row) ? row : gtk_widget_get_first_child (row);

  return target != NULL && gtk_widget_child_focus (target, direction);
}

static gboolean
boxed_list_focus (GtkWidget *list, GtkDirectionType direction)
{
  gboolean is_vertical = direction == GTK_DIR_UP || direction == GTK_DIR_DOWN;
  gboolean is_backward = direction == GTK_DIR_UP || direction == GTK_DIR_TAB_BACKWARD;
  GtkWidget *row = gtk_widget_get_focus_child (list);

  if (direction == GTK_DIR_LEFT || direction == GTK_DIR_RIGHT)
    return parent_class->focus (list, direction);

  if (row == NULL)
    row = is_backward ? gtk_widget_get_last_child (list) : gtk_widget_get_first_child (list);
  for (; row != NULL;
       row = is_backward ? gtk_widget_get_prev_sibling (row) : gtk_widget_get_next_sibling (row))
    {
      if (focus_row (row, direction))
        return TRUE;
    }
  /* The list next to this one, if GTK knows none. */
  return is_vertical && gtk_widget_keynav_failed (list, direction);
}

static void
boxed_list_class_init (gpointer class, gpointer data)
{
  parent_class = g_type_class_peek_parent (class);
  GTK_WIDGET_CLASS (class)->focus = boxed_list_focus;
}

static GType
boxed_list_get_type (void)
{
  static gsize type = 0;

  if (g_once_init_enter (&type))
    {
      /* The structures of GtkListBox are not public; their sizes are known at runtime. */
      GTypeQuery query;
      g_type_query (GTK_TYPE_LIST_BOX, &query);
      g_once_init_leave (&type,
                         g_type_register_static_simple (GTK_TYPE_LIST_BOX, "CgtkBoxedList",
                                                        query.class_size, boxed_list_class_init,
                                                        query.instance_size, NULL, 0));
    }
  return type;
}

GtkWidget *
cgtk_boxed_list_new (void)
{
  return g_object_new (boxed_list_get_type (), NULL);
}
