#include "CGtkSupport.h"

/* A widget between a GtkScrolledWindow and its scrolling child, which it makes no wider than a
 * limit. It hands the adjustments and policies on: the child still scrolls itself. */

typedef struct
{
  GtkWidget parent;
  GtkWidget *child;
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
cgtk_scroll_clamp_set_property (GObject *object, guint id, const GValue *value,
                                GParamSpec *specification)
{
  CgtkScrollClamp *clamp = (CgtkScrollClamp *) object;

  /* Without a child, these are the defaults that a new object is given. */
  if (clamp->child != NULL)
    g_object_set_property (G_OBJECT (clamp->child), specification->name, value);
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
}

static void
cgtk_scroll_clamp_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  CgtkScrollClamp *clamp = (CgtkScrollClamp *) widget;
  int minimum;
  GtkAllocation place = { 0, 0, 0, height };

  gtk_widget_measure (clamp->child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  place.width = MIN (width, MAX (minimum, clamp->maximum_width));
  place.x = (width - place.width) / 2;
  gtk_widget_size_allocate (clamp->child, &place, baseline);
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
  return gtk_widget_child_focus (((CgtkScrollClamp *) widget)->child, direction);
}

static gboolean
cgtk_scroll_clamp_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (((CgtkScrollClamp *) widget)->child);
}

static void
cgtk_scroll_clamp_dispose (GObject *object)
{
  g_clear_pointer (&((CgtkScrollClamp *) object)->child, gtk_widget_unparent);
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
