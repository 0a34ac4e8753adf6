#include "CGtkSupport.h"

#include <math.h>

typedef struct
{
  GtkWidget parent;
  /* The page that is shown, or that the transition leads to. */
  GtkWidget *visible;
  /* The pages that move, if any do: one of them is the visible one. */
  GtkWidget *from, *to;
  /* The page that comes into sight although it is not to be shown: it takes no input. */
  GtkWidget *peeked;
  CgtkTransition transition;
  /* How far the pages have come: 0 shows what is left, 1 what comes. */
  double progress;
  /* What moves the pages by itself: from a progress and a time on, in microseconds, to a progress. */
  guint tick;
  double start, end;
  gint64 start_time;
  /* In milliseconds, for the whole way. */
  guint duration;
  gboolean is_running;
} CgtkPages;

typedef GtkWidgetClass CgtkPagesClass;

G_DEFINE_TYPE (CgtkPages, cgtk_pages, GTK_TYPE_WIDGET)

enum { VISIBLE_PAGE = 1, TRANSITION_RUNNING };
static GParamSpec *properties[TRANSITION_RUNNING + 1];

static CgtkPages *
pages_of (GtkWidget *widget)
{
  return G_TYPE_CHECK_INSTANCE_CAST (widget, cgtk_pages_get_type (), CgtkPages);
}

/* Motion */

static void
set_running (CgtkPages *self, gboolean is_running)
{
  if (self->is_running == is_running)
    return;
  self->is_running = is_running;
  g_object_notify_by_pspec (G_OBJECT (self), properties[TRANSITION_RUNNING]);
}

static void
stop_ticking (CgtkPages *self)
{
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
}

static void
move_to (CgtkPages *self, double progress)
{
  self->progress = progress;
  if (self->transition == CGTK_TRANSITION_FADE)
    gtk_widget_queue_draw (GTK_WIDGET (self));
  else
    gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static void
set_peeked (CgtkPages *self, GtkWidget *page)
{
  if (self->peeked == page)
    return;
  if (self->peeked != NULL)
    {
      gtk_widget_set_can_target (self->peeked, TRUE);
      gtk_widget_set_can_focus (self->peeked, TRUE);
    }
  self->peeked = page;
  if (page != NULL)
    {
      gtk_widget_set_can_target (page, FALSE);
      gtk_widget_set_can_focus (page, FALSE);
    }
}

/* Other pages move from now on, or none; those that moved are hidden, but for these and the visible one. */
static void
set_moving (CgtkPages *self, GtkWidget *from, GtkWidget *to)
{
  GtkWidget *others[] = { self->from, self->to };

  self->from = from;
  self->to = to;
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (others[i] != NULL && others[i] != self->visible && others[i] != from && others[i] != to)
      gtk_widget_set_child_visible (others[i], FALSE);
}

/* Only the visible page is left, in its place. */
static void
end_motion (CgtkPages *self)
{
  stop_ticking (self);
  set_peeked (self, NULL);
  if (self->from == NULL)
    return;
  set_moving (self, NULL, NULL);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  set_running (self, FALSE);
}

static gboolean
tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  CgtkPages *self = pages_of (widget);
  gint64 now = gdk_frame_clock_get_frame_time (clock);
  double way = ABS (self->end - self->start);
  double elapsed, rest;

  if (self->start_time < 0)
    self->start_time = now;
  elapsed = (now - self->start_time) / 1000.0;
  if (elapsed >= self->duration * way)
    {
      self->tick = 0;
      end_motion (self);
      return G_SOURCE_REMOVE;
    }
  /* Fast first, and slower and slower. */
  rest = 1 - elapsed / (self->duration * way);
  move_to (self, self->end - (self->end - self->start) * rest * rest * rest);
  return G_SOURCE_CONTINUE;
}

static void
animate (CgtkPages *self, double end)
{
  self->start = self->progress;
  self->end = end;
  self->start_time = -1;
  if (self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick, NULL, NULL);
  move_to (self, self->progress);
}

static gboolean
can_animate (CgtkPages *self)
{
  gboolean is_enabled = FALSE;

  if (self->duration == 0 || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return FALSE;
  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-enable-animations", &is_enabled,
                NULL);
  return is_enabled;
}

/* Where the next transition starts, if it goes on with the one that runs. */
static double
progress_at_start (CgtkPages *self, GtkWidget *from, GtkWidget *to, CgtkTransition transition)
{
  gboolean is_same, is_reverse;

  if (self->from == NULL)
    return 0;
  is_same = self->from == from && self->transition == transition;
  is_reverse = self->from == to && self->to == from
               && self->transition != CGTK_TRANSITION_FADE && transition != CGTK_TRANSITION_FADE
               && self->transition != transition;
  return is_same ? self->progress : is_reverse ? 1 - self->progress : 0;
}

/* The page that is left, and the one that comes, are drawn from now on. */
static void
begin_motion (CgtkPages *self, GtkWidget *from, GtkWidget *to, CgtkTransition transition)
{
  double progress = progress_at_start (self, from, to, transition);

  set_moving (self, from, to);
  self->transition = transition;
  gtk_widget_set_child_visible (from, TRUE);
  gtk_widget_set_child_visible (to, TRUE);
  move_to (self, progress);
}

/* GtkWidget */

static void
cgtk_pages_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline)
{
  CgtkPages *self = pages_of (widget);

  if (self->visible != NULL)
    gtk_widget_measure (self->visible, orientation, for_size, minimum, natural, NULL, NULL);
}

static GtkSizeRequestMode
cgtk_pages_get_request_mode (GtkWidget *widget)
{
  CgtkPages *self = pages_of (widget);

  return self->visible != NULL ? gtk_widget_get_request_mode (self->visible)
                               : GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

/* Where a page begins, to the right of its place. */
static int
offset_of (CgtkPages *self, GtkWidget *page, int width)
{
  gboolean is_rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  int forwards = (self->transition == CGTK_TRANSITION_POP) == is_rtl ? -1 : 1;
  /* Whole pixels: else text is blurred while it moves, and there are gaps between the pages. */
  int way = round (self->progress * width);

  if (self->from == NULL || self->transition == CGTK_TRANSITION_FADE)
    return 0;
  return forwards * (page == self->to ? way - width : way);
}

static void
allocate (CgtkPages *self, GtkWidget *page, int width, int height)
{
  int x = offset_of (self, page, width);
  int least_width, least_height;

  gtk_widget_measure (page, GTK_ORIENTATION_HORIZONTAL, -1, &least_width, NULL, NULL, NULL);
  width = MAX (width, least_width);
  gtk_widget_measure (page, GTK_ORIENTATION_VERTICAL, width, &least_height, NULL, NULL, NULL);
  height = MAX (height, least_height);
  gtk_widget_allocate (page, width, height, -1,
                       x == 0 ? NULL
                              : gsk_transform_translate (NULL, &GRAPHENE_POINT_INIT (x, 0)));
}

static void
cgtk_pages_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  CgtkPages *self = pages_of (widget);

  if (self->from != NULL)
    {
      allocate (self, self->from, width, height);
      allocate (self, self->to, width, height);
    }
  else if (self->visible != NULL)
    allocate (self, self->visible, width, height);
}

static void
cgtk_pages_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  CgtkPages *self = pages_of (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);

  if (self->from == NULL)
    {
      if (self->visible != NULL)
        gtk_widget_snapshot_child (widget, self->visible, snapshot);
    }
  else if (self->transition == CGTK_TRANSITION_FADE)
    {
      gtk_snapshot_push_cross_fade (snapshot, self->progress);
      gtk_widget_snapshot_child (widget, self->from, snapshot);
      gtk_snapshot_pop (snapshot);
      gtk_widget_snapshot_child (widget, self->to, snapshot);
      gtk_snapshot_pop (snapshot);
    }
  else
    {
      gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
      gtk_widget_snapshot_child (widget, self->from, snapshot);
      gtk_widget_snapshot_child (widget, self->to, snapshot);
      gtk_snapshot_pop (snapshot);
    }
}

static void
cgtk_pages_map (GtkWidget *widget)
{
  end_motion (pages_of (widget));
  GTK_WIDGET_CLASS (cgtk_pages_parent_class)->map (widget);
}

static void
cgtk_pages_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (cgtk_pages_parent_class)->unmap (widget);
  /* There are no more frames to move with. What is not to be seen any more is hidden later: this widget may be
   * going at this moment, and GTK 4.8 leaks it if something with the focus is hidden in it meanwhile. */
  stop_ticking (pages_of (widget));
  set_running (pages_of (widget), FALSE);
}

/* GObject */

static void
cgtk_pages_get_property (GObject *object, guint property, GValue *value, GParamSpec *specification)
{
  CgtkPages *self = pages_of (GTK_WIDGET (object));

  switch (property)
    {
    case VISIBLE_PAGE:
      g_value_set_object (value, self->visible);
      break;
    case TRANSITION_RUNNING:
      g_value_set_boolean (value, self->is_running);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property, specification);
    }
}

static void
cgtk_pages_dispose (GObject *object)
{
  CgtkPages *self = pages_of (GTK_WIDGET (object));
  GtkWidget *page;

  stop_ticking (self);
  self->visible = self->from = self->to = self->peeked = NULL;
  while ((page = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (page);
  G_OBJECT_CLASS (cgtk_pages_parent_class)->dispose (object);
}

static void
cgtk_pages_class_init (CgtkPagesClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = cgtk_pages_get_property;
  object_class->dispose = cgtk_pages_dispose;
  class->measure = cgtk_pages_measure;
  class->get_request_mode = cgtk_pages_get_request_mode;
  class->size_allocate = cgtk_pages_size_allocate;
  class->snapshot = cgtk_pages_snapshot;
  class->map = cgtk_pages_map;
  class->unmap = cgtk_pages_unmap;
  gtk_widget_class_set_css_name (class, "stack");
  properties[VISIBLE_PAGE] = g_param_spec_object ("visible-page", NULL, NULL, GTK_TYPE_WIDGET,
                                                  G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[TRANSITION_RUNNING]
      = g_param_spec_boolean ("transition-running", NULL, NULL, FALSE,
                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);
}

static void
cgtk_pages_init (CgtkPages *self)
{
  self->duration = 200;
}

/* The public face */

GtkWidget *
cgtk_pages_new (void)
{
  return g_object_new (cgtk_pages_get_type (), NULL);
}

void
cgtk_pages_add (GtkWidget *pages, GtkWidget *page)
{
  gtk_widget_set_child_visible (page, FALSE);
  /* The newest is the first: GTK counts those before when it tells assistive technologies of one. */
  gtk_widget_insert_after (page, pages, NULL);
}

void
cgtk_pages_remove (GtkWidget *pages, GtkWidget *page)
{
  CgtkPages *self = pages_of (pages);

  g_return_if_fail (gtk_widget_get_parent (page) == pages);
  if (page == self->from || page == self->to)
    end_motion (self);
  if (page == self->visible)
    {
      self->visible = NULL;
      g_object_notify_by_pspec (G_OBJECT (self), properties[VISIBLE_PAGE]);
    }
  gtk_widget_unparent (page);
}

GtkWidget *
cgtk_pages_get_visible (GtkWidget *pages)
{
  return pages_of (pages)->visible;
}

gboolean
cgtk_pages_is_running (GtkWidget *pages)
{
  return pages_of (pages)->is_running;
}

CgtkTransition
cgtk_pages_get_transition (GtkWidget *pages)
{
  return pages_of (pages)->transition;
}

guint
cgtk_pages_get_duration (GtkWidget *pages)
{
  return pages_of (pages)->duration;
}

void
cgtk_pages_set_duration (GtkWidget *pages, guint duration)
{
  pages_of (pages)->duration = duration;
}

void
cgtk_pages_show (GtkWidget *pages, GtkWidget *page, CgtkTransition transition)
{
  CgtkPages *self = pages_of (pages);
  GtkWidget *old = self->visible;

  g_return_if_fail (gtk_widget_get_parent (page) == pages);
  if (page == old)
    return;
  self->visible = page;
  set_peeked (self, NULL);
  if (old != NULL && transition != CGTK_TRANSITION_NONE && can_animate (self))
    {
      begin_motion (self, old, page, transition);
      animate (self, 1);
      gtk_widget_queue_resize (pages);
      set_running (self, TRUE);
    }
  else
    {
      end_motion (self);
      if (old != NULL)
        gtk_widget_set_child_visible (old, FALSE);
      gtk_widget_set_child_visible (page, TRUE);
      gtk_widget_queue_resize (pages);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[VISIBLE_PAGE]);
}

gboolean
cgtk_pages_peek (GtkWidget *pages, GtkWidget *page, double progress)
{
  CgtkPages *self = pages_of (pages);

  g_return_val_if_fail (gtk_widget_get_parent (page) == pages, FALSE);
  if (self->is_running || self->visible == NULL || page == self->visible || !can_animate (self))
    return FALSE;
  stop_ticking (self);
  if (self->to != page)
    begin_motion (self, self->visible, page, CGTK_TRANSITION_POP);
  set_peeked (self, page);
  move_to (self, CLAMP (progress, 0, 1));
  return TRUE;
}

void
cgtk_pages_end_peek (GtkWidget *pages)
{
  CgtkPages *self = pages_of (pages);

  if (self->from != NULL && !self->is_running)
    animate (self, 0);
}
