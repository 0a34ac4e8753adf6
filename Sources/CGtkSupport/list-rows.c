#include "CGtkSupport.h"

typedef struct
{
  CgtkRowHandler setup, bind, unbind, teardown;
  gpointer data;
  GDestroyNotify destroy;
  /* While rows are held: each row that GTK has bound or unbound since, and the item that it
   * showed before, or NULL. */
  GHashTable *held;
} Rows;

static GQuark
rows_quark (void)
{
  return g_quark_from_static_string ("cgtk-rows");
}

static Rows *
rows_of (GtkListItemFactory *factory)
{
  return g_object_get_qdata (G_OBJECT (factory), rows_quark ());
}

static void
rows_free (gpointer data)
{
  Rows *self = data;
  self->destroy (self->data);
  g_clear_pointer (&self->held, g_hash_table_unref);
  g_free (self);
}

static void
item_free (gpointer item)
{
  g_clear_object (&item);
}

/* Retains the item, so that no other item can have its address. */
static void
rows_hold (Rows *self, gpointer row, gpointer item)
{
  if (!g_hash_table_contains (self->held, row))
    g_hash_table_insert (self->held, row, item != NULL ? g_object_ref (item) : NULL);
}

/* Signal handlers */

static void
setup (GtkListItemFactory *factory, gpointer row, Rows *self)
{
  self->setup (row, self->data);
}

static void
bind (GtkListItemFactory *factory, gpointer row, Rows *self)
{
  if (self->held != NULL)
    rows_hold (self, row, NULL);
  else
    self->bind (row, self->data);
}

static void
unbind (GtkListItemFactory *factory, gpointer row, Rows *self)
{
  if (self->held != NULL)
    rows_hold (self, row, gtk_list_item_get_item (row));
  else
    self->unbind (row, self->data);
}

static void
teardown (GtkListItemFactory *factory, gpointer row, Rows *self)
{
  if (self->held != NULL)
    {
      if (g_hash_table_lookup (self->held, row) != NULL)
        self->unbind (row, self->data);
      g_hash_table_remove (self->held, row);
    }
  self->teardown (row, self->data);
}

/* The factory */

GtkListItemFactory *
cgtk_row_factory_new (CgtkRowHandler on_setup, CgtkRowHandler on_bind, CgtkRowHandler on_unbind,
                      CgtkRowHandler on_teardown, gpointer data, GDestroyNotify destroy)
{
  Rows *self = g_new0 (Rows, 1);
  self->setup = on_setup;
  self->bind = on_bind;
  self->unbind = on_unbind;
  self->teardown = on_teardown;
  self->data = data;
  self->destroy = destroy;
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_object_set_qdata_full (G_OBJECT (factory), rows_quark (), self, rows_free);
  g_signal_connect (factory, "setup", G_CALLBACK (setup), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind), self);
  g_signal_connect (factory, "teardown", G_CALLBACK (teardown), self);
  return factory;
}

void
cgtk_row_factory_hold (GtkListItemFactory *factory)
{
  Rows *self = rows_of (factory);
  g_return_if_fail (self->held == NULL);
  self->held = g_hash_table_new_full (NULL, NULL, NULL, item_free);
}

/* Returns the item that a row of the list shows. */
static gpointer
shown_item (gpointer row)
{
  return cgtk_list_item_has_left (row) ? NULL : gtk_list_item_get_item (row);
}

void
cgtk_row_factory_release (GtkListItemFactory *factory)
{
  Rows *self = rows_of (factory);
  g_return_if_fail (self->held != NULL);
  GHashTable *held = g_steal_pointer (&self->held);
  GHashTableIter iterator;
  gpointer row, item;
  g_hash_table_iter_init (&iterator, held);
  while (g_hash_table_iter_next (&iterator, &row, &item))
    {
      if (item == shown_item (row))
        g_hash_table_iter_remove (&iterator);
      else if (item != NULL)
        self->unbind (row, self->data);
    }
  g_hash_table_iter_init (&iterator, held);
  while (g_hash_table_iter_next (&iterator, &row, &item))
    {
      if (shown_item (row) != NULL)
        self->bind (row, self->data);
    }
  g_hash_table_unref (held);
}
