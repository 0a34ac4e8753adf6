#include "CGtkSupport.h"

#include <dlfcn.h>
#include <math.h>

/* Returns what assistive technologies use in the place of a widget. A menu button itself can be
 * neither pressed nor focused there: the toggle button in it can. */
static gpointer
operable_part (gpointer accessible)
{
  if (GTK_IS_MENU_BUTTON (accessible))
    return gtk_widget_get_first_child (GTK_WIDGET (accessible));
  return accessible;
}

void
cgtk_accessible_set_label (gpointer accessible, const char *label)
{
  accessible = operable_part (accessible);
  /* With both, GTK would read one after the other. */
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (accessible), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_accessible_update_property (GTK_ACCESSIBLE (accessible),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static GList *
labels_below (GtkWidget *widget, GList *found)
{
  /* The keys of an item of a menu are no part of its name. */
  if (gtk_widget_has_css_class (widget, "shortcut-text"))
    return found;
  if (GTK_IS_LABEL (widget))
    return g_list_append (found, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    found = labels_below (child, found);
  return found;
}

void
cgtk_accessible_set_label_from_content (gpointer accessible)
{
  GtkAccessibleRelation relation = GTK_ACCESSIBLE_RELATION_LABELLED_BY;
  GValue value = G_VALUE_INIT;
  GList *labels;

  accessible = operable_part (accessible);
  if (gtk_test_accessible_has_property (GTK_ACCESSIBLE (accessible),
                                        GTK_ACCESSIBLE_PROPERTY_LABEL))
    return;
  labels = labels_below (GTK_WIDGET (accessible), NULL);
  /* Newer versions of GTK would note in each label once more what it is a label for. */
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (accessible), relation);
  if (labels == NULL)
    return;
  gtk_accessible_relation_init_value (relation, &value);
  g_value_set_pointer (&value, labels);
  /* The relation owns the list from here on. */
  gtk_accessible_update_relation_value (GTK_ACCESSIBLE (accessible), 1, &relation, &value);
  g_value_unset (&value);
}

void
cgtk_accessible_set_description (gpointer accessible, const char *description)
{
  accessible = operable_part (accessible);
  gtk_accessible_update_property (GTK_ACCESSIBLE (accessible),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

void
cgtk_accessible_set_value (gpointer accessible, const char *value)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (operable_part (accessible)),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, value, -1);
}

void
cgtk_accessible_set_state (gpointer accessible, GtkAccessibleState state, gboolean is_set)
{
  gtk_accessible_update_state (GTK_ACCESSIBLE (operable_part (accessible)), state, is_set, -1);
}

void
cgtk_accessible_set_sort (gpointer accessible, GtkAccessibleSort sort)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (accessible), GTK_ACCESSIBLE_PROPERTY_SORT, sort,
                                  -1);
}

gboolean
cgtk_accessible_has_sort (gpointer accessible, GtkAccessibleSort sort)
{
  char *other = gtk_test_accessible_check_property (GTK_ACCESSIBLE (accessible),
                                                    GTK_ACCESSIBLE_PROPERTY_SORT, sort);
  gboolean is_same = other == NULL;

  g_free (other);
  return is_same;
}

gboolean
cgtk_accessible_has_state (gpointer accessible, GtkAccessibleState state)
{
  char *other;

  accessible = operable_part (accessible);
  if (!gtk_test_accessible_has_state (GTK_ACCESSIBLE (accessible), state))
    return FALSE;
  other = gtk_test_accessible_check_state (GTK_ACCESSIBLE (accessible), state, TRUE);
  g_free (other);
  return other == NULL;
}

void
cgtk_accessible_set_validation (gpointer accessible, const char *message)
{
  gboolean is_invalid = message[0] != '\0';

  gtk_accessible_update_state (GTK_ACCESSIBLE (accessible), GTK_ACCESSIBLE_STATE_INVALID,
                               is_invalid ? GTK_ACCESSIBLE_INVALID_TRUE
                                          : GTK_ACCESSIBLE_INVALID_FALSE,
                               -1);
  if (is_invalid)
    cgtk_accessible_set_description (accessible, message);
  else
    gtk_accessible_reset_property (GTK_ACCESSIBLE (accessible),
                                   GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
}

void
cgtk_accessible_set_role (gpointer accessible, GtkAccessibleRole role)
{
  /* The part that can be pressed has the role, and what is around it has none. */
  if (GTK_IS_MENU_BUTTON (accessible))
    {
      cgtk_accessible_set_role (operable_part (accessible), role);
      role = GTK_ACCESSIBLE_ROLE_GROUP;
    }
  /* Once a widget is realized, GTK reports a change of its role as a programming error. */
  if (GTK_IS_WIDGET (accessible) && gtk_widget_get_realized (GTK_WIDGET (accessible)))
    return;
  g_object_set (accessible, "accessible-role", role, NULL);
}

char *
cgtk_accessible_dup_text (gpointer accessible, GtkAccessibleProperty property)
{
  char *other;

  accessible = operable_part (accessible);
  if (!gtk_test_accessible_has_property (GTK_ACCESSIBLE (accessible), property))
    return NULL;
  /* The function returns the actual value if it is not the expected one. */
  other = gtk_test_accessible_check_property (GTK_ACCESSIBLE (accessible), property, "");
  return other != NULL ? other : g_strdup ("");
}

gboolean
cgtk_accessible_is_invalid (gpointer accessible)
{
  char *other = gtk_test_accessible_check_state (GTK_ACCESSIBLE (accessible),
                                                 GTK_ACCESSIBLE_STATE_INVALID,
                                                 GTK_ACCESSIBLE_INVALID_TRUE);
  gboolean is_invalid = other == NULL;

  g_free (other);
  return is_invalid;
}

gboolean
cgtk_accessible_announce (gpointer accessible, const char *message)
{
  /* GtkAccessibleAnnouncementPriority: low, medium, high. */
  enum { MEDIUM = 1 };
  typedef void (*Announce) (gpointer, const char *, int);
  static gsize address = 0;
  if (g_once_init_enter (&address))
    {
      /* Looked up at run time: the program may run with a newer GTK than it was built with. */
      gsize found = (gsize) dlsym (RTLD_DEFAULT, "gtk_accessible_announce");
      g_once_init_leave (&address, found != 0 ? found : 1);
    }
  if (address == 1)
    return FALSE;
  ((Announce) address) (accessible, message, MEDIUM);
  return TRUE;
}

#if GTK_CHECK_VERSION (4, 10, 0)
/* Tells where a widget is in its parent, from border to border, as GTK adds these places up. GTK
 * itself counts from where the parent's content begins, and so forgets the parent's padding. */
static gboolean
widget_get_bounds (GtkAccessible *accessible, int *x, int *y, int *width, int *height)
{
  GtkWidget *widget = GTK_WIDGET (accessible);
  GtkWidget *parent = gtk_widget_get_parent (widget);
  graphene_rect_t bounds, around;

  if (!gtk_widget_get_realized (widget))
    return FALSE;
  if (parent == NULL)
    parent = widget;
  if (!gtk_widget_compute_bounds (widget, parent, &bounds)
      || !gtk_widget_compute_bounds (parent, parent, &around))
    {
      *x = *y = *width = *height = 0;
      return TRUE;
    }
  *x = (int) floorf (bounds.origin.x - around.origin.x);
  *y = (int) floorf (bounds.origin.y - around.origin.y);
  *width = (int) ceilf (bounds.origin.x - around.origin.x + bounds.size.width) - *x;
  *height = (int) ceilf (bounds.origin.y - around.origin.y + bounds.size.height) - *y;
  return TRUE;
}
#endif

void
cgtk_accessible_mend_places (void)
{
#if GTK_CHECK_VERSION (4, 10, 0)
  /* Later versions have not been looked at: they may add the places up in another way. */
  enum { LAST_SEEN = 18 };
  GtkAccessibleInterface *interface;

  if (gtk_get_minor_version () > LAST_SEEN)
    return;
  /* The class is never released, so neither is its interface. */
  interface = g_type_interface_peek (g_type_class_ref (GTK_TYPE_WIDGET), GTK_TYPE_ACCESSIBLE);
  interface->get_bounds = widget_get_bounds;
#endif
}

gboolean
cgtk_accessible_get_place (gpointer widget, int *x, int *y)
{
#if GTK_CHECK_VERSION (4, 10, 0)
  int left, top, width, height;

  *x = *y = 0;
  for (GtkWidget *ancestor = widget; ancestor != NULL; ancestor = gtk_widget_get_parent (ancestor))
    {
      if (!gtk_accessible_get_bounds (GTK_ACCESSIBLE (ancestor), &left, &top, &width, &height))
        return FALSE;
      *x += left;
      *y += top;
    }
  return TRUE;
#else
  return FALSE;
#endif
}
