#include "CGtkSupport.h"

/* A widget between a GtkScrolledWindow and its scrolling child, which it makes no wider than a
 * limit. It hands the adjustments and policies on: the child still scrolls itself. Above the child,
 * there can be a header, which is scrolled sideways together with it. */

typedef struct
{
  GtkWidget parent;
  GtkWidget *child;
  GtkWidget *header;
  GtkAdjustment *followed;
  int maximum_width;
} CgtkScrollClamp;

typedef GtkWidgetClass CgtkScrollClampClass;

enum
{
  PROP_0,
  PROP_HADJUSTMENT,
  PROP_VADJUSTMENT,
  PROP_HSCROLL_POLICY,
  PROP_VSCROLL_POLICY
};

static gboolean
cgtk_scroll_clamp_get_border (GtkScrollable *scrollable, GtkBorder *border)
{
  CgtkScrollClamp *clamp = (CgtkScrollClamp *) scrollable;

  return clamp->child != NULL
         && gtk_scrollable_get_border (GTK_SCROLLABLE (clamp->child), border);
}

static void
cgtk_scroll_clamp_scrollable_init (GtkScrollableInterface *interface)
{
  interface->get_border = cgtk_scroll_clamp_get_border;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (CgtkScrollClamp, cgtk_scroll_clamp, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_SCROLLABLE,
                                                      cgtk_scroll_clamp_scrollable_init))

static void
cgtk_scroll_clamp_get_property (GObject *object, guint id, GValue *value, GParamSpec *specification)
{
  CgtkScrollClamp *clamp = (CgtkScrollClamp *) object;

  if (clamp->child != NULL)
    g_object_get_property (G_OBJECT (clamp->child), specification->name, value);
}

static void
cgtk_scroll_clamp_follow (CgtkScrollClamp *clamp, GtkAdjustment *adjustment)
{
  if (clamp->followed != NULL)
    g_signal_handlers_disconnect_by_func (clamp->followed, gtk_widget_queue_allocate, clamp);
  g_set_object (&clamp->followed, adjustment);
  if (adjustment != NULL)
    g_signal_connect_swapped (adjustment, "value-changed", G_CALLBACK (gtk_widget_queue_allocate),
                              clamp);
}

static void
cgtk_scroll_clamp_set_property (GObject *object, guint id, const GValue *value,
                                GParamSpec *specification)
{
  CgtkScrollClamp *clamp = (CgtkScrollClamp *) object;

  /* Without a child, these are the defaults that a new object is given. */
  if (clamp->child == NULL)
    return;
  g_object_set_property (G_OBJECT (clamp->child), specification->name, value);
  if (id == PROP_HADJUSTMENT && clamp->header != NULL)
    cgtk_scroll_clamp_follow (clamp, g_value_get_object (value));
}

/* Returns the height of the header, 0 if there is none. */
static int
header_height (CgtkScrollClamp *clamp, int *natural)
{
  int height = 0;

  *natural = 0;
  if (clamp->header != NULL && gtk_widget_get_visible (clamp->header))
    gtk_widget_measure (clamp->header, GTK_ORIENTATION_VERTICAL, -1, &height, natural, NULL, NULL);
  return height;
}

static void
cgtk_scroll_clamp_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                           int *minimum, int *natural, int *minimum_baseline,
                           int *natural_baseline)
{
  CgtkScrollClamp *clamp = (CgtkScrollClamp *) widget;

  if (orientation == GTK_ORIENTATION_VERTICAL)
    for_size = MIN (for_size, clamp->maximum_width);
  gtk_widget_measure (clamp->child, orientation, for_size, minimum, natural, minimum_baseline,
                      natural_baseline);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *natural = MAX (*minimum, MIN (*natural, clamp->maximum_width));
  else
    {
      int natural_header;

      *minimum += header_height (clamp, &natural_header);
      *natural += natural_header;
    }
}

/* The header is as wide as what the child scrolls, and shows the same part of it. */
static void
cgtk_scroll_clamp_allocate_header (CgtkScrollClamp *clamp, const GtkAllocation *place, int height)
{
  GtkAllocation header = { place->x, 0, place->width, height };
  int minimum;

  gtk_widget_measure (clamp->header, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  header.width = MAX (minimum, place->width);
  if (clamp->followed != NULL)
    {
      int value = (int) gtk_adjustment_get_value (clamp->followed);

      /* The child scrolls from its start, which may be on the right. */
      if (gtk_widget_get_direction (GTK_WIDGET (clamp)) == GTK_TEXT_DIR_RTL)
        header.x = place->x + place->width - header.width + value;
      else
        header.x = place->x - value;
    }
  gtk_widget_size_allocate (clamp->header, &header, -1);
}

static void
cgtk_scroll_clamp_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  CgtkScrollClamp *clamp = (CgtkScrollClamp *) widget;
  int minimum;
  GtkAllocation place = { 0, 0, 0, height };
  int natural;
  int above = header_height (clamp, &natural);

  gtk_widget_measure (clamp->child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  place.width = MIN (width, MAX (minimum, clamp->maximum_width));
  place.x = (width - place.width) / 2;
  above = MIN (MAX (above, natural), MAX (height, above));
  place.y = above;
  place.height = MAX (height - above, 0);
  gtk_widget_size_allocate (clamp->child, &place, baseline);
  /* Last, because the child may have scrolled to fit its new size. */
  if (above > 0)
    cgtk_scroll_clamp_allocate_header (clamp, &place, above);
}

static GtkSizeRequestMode
cgtk_scroll_clamp_get_request_mode (GtkWidget *widget)
{
  return gtk_widget_get_request_mode (((CgtkScrollClamp *) widget)->child);
}

/* The focus may leave the child. By default, newer versions of GTK grab it again then. */
static gboolean
cgtk_scroll_clamp_focus (GtkWidget *widget, GtkDirectionType direction)
{
  CgtkScrollClamp *clamp = (CgtkScrollClamp *) widget;
  GtkWidget *focus = gtk_widget_get_focus_child (widget);
  gboolean backward = direction == GTK_DIR_TAB_BACKWARD || direction == GTK_DIR_UP;
  gboolean is_tab = direction == GTK_DIR_TAB_BACKWARD || direction == GTK_DIR_TAB_FORWARD;

  if (clamp->header == NULL)
    return gtk_widget_child_focus (clamp->child, direction);
  if (focus == clamp->header)
    {
      /* Tab leads to one column, from which the arrow keys lead to the others. */
      if (!is_tab && gtk_widget_child_focus (clamp->header, direction))
        return TRUE;
      return !backward && gtk_widget_child_focus (clamp->child, direction);
    }
  if (focus == clamp->child)
    return gtk_widget_child_focus (clamp->child, direction)
           || (backward && gtk_widget_child_focus (clamp->header, direction));
  if (backward)
    return gtk_widget_child_focus (clamp->child, direction)
           || gtk_widget_child_focus (clamp->header, direction);
  return gtk_widget_child_focus (clamp->header, direction)
         || gtk_widget_child_focus (clamp->child, direction);
}

static gboolean
cgtk_scroll_clamp_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (((CgtkScrollClamp *) widget)->child);
}

static void
cgtk_scroll_clamp_dispose (GObject *object)
{
  CgtkScrollClamp *clamp = (CgtkScrollClamp *) object;

  cgtk_scroll_clamp_follow (clamp, NULL);
  g_clear_pointer (&clamp->header, gtk_widget_unparent);
  g_clear_pointer (&clamp->child, gtk_widget_unparent);
  G_OBJECT_CLASS (cgtk_scroll_clamp_parent_class)->dispose (object);
}

static void
cgtk_scroll_clamp_class_init (CgtkScrollClampClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = cgtk_scroll_clamp_get_property;
  object_class->set_property = cgtk_scroll_clamp_set_property;
  object_class->dispose = cgtk_scroll_clamp_dispose;
  g_object_class_override_property (object_class, PROP_HADJUSTMENT, "hadjustment");
  g_object_class_override_property (object_class, PROP_VADJUSTMENT, "vadjustment");
  g_object_class_override_property (object_class, PROP_HSCROLL_POLICY, "hscroll-policy");
  g_object_class_override_property (object_class, PROP_VSCROLL_POLICY, "vscroll-policy");
  class->measure = cgtk_scroll_clamp_measure;
  class->size_allocate = cgtk_scroll_clamp_size_allocate;
  class->get_request_mode = cgtk_scroll_clamp_get_request_mode;
  class->focus = cgtk_scroll_clamp_focus;
  class->grab_focus = cgtk_scroll_clamp_grab_focus;
  gtk_widget_class_set_css_name (class, "clamp");
}

static void
cgtk_scroll_clamp_init (CgtkScrollClamp *clamp)
{
  clamp->maximum_width = G_MAXINT;
}

GtkWidget *
cgtk_scroll_clamp_new (GtkWidget *child)
{
  CgtkScrollClamp *clamp = g_object_new (cgtk_scroll_clamp_get_type (), NULL);

  clamp->child = child;
  gtk_widget_set_parent (child, GTK_WIDGET (clamp));
  return GTK_WIDGET (clamp);
}

void
cgtk_scroll_clamp_set_maximum_width (GtkWidget *widget, int maximum_width)
{
  CgtkScrollClamp *clamp = (CgtkScrollClamp *) widget;

  if (clamp->maximum_width == maximum_width)
    return;
  clamp->maximum_width = maximum_width;
  gtk_widget_queue_resize (widget);
}

void
cgtk_scroll_clamp_set_header (GtkWidget *widget, GtkWidget *header)
{
  CgtkScrollClamp *clamp = (CgtkScrollClamp *) widget;

  g_clear_pointer (&clamp->header, gtk_widget_unparent);
  clamp->header = header;
  if (header == NULL)
    return;
  /* Tab reaches the header first. */
  gtk_widget_insert_before (header, widget, clamp->child);
  /* What is scrolled out is not to be drawn beside the widget. */
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  cgtk_scroll_clamp_follow (clamp, gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (clamp->child)));
}
