#include "CGtkSupport.h"

/* The items that exist, by key. The model and its items share it. */
typedef GHashTable Items;

/* Item */

typedef struct
{
  GObject parent;
  gint64 key;
  Items *items;
} CgtkListItem;

typedef GObjectClass CgtkListItemClass;

G_DEFINE_TYPE (CgtkListItem, cgtk_list_item, G_TYPE_OBJECT)

static void
cgtk_list_item_finalize (GObject *object)
{
  CgtkListItem *self = (CgtkListItem *) object;
  g_hash_table_remove (self->items, &self->key);
  g_hash_table_unref (self->items);
  G_OBJECT_CLASS (cgtk_list_item_parent_class)->finalize (object);
}

static void
cgtk_list_item_class_init (CgtkListItemClass *class)
{
  class->finalize = cgtk_list_item_finalize;
}

static void
cgtk_list_item_init (CgtkListItem *self)
{
}

static CgtkListItem *
cgtk_list_item_new (Items *items, gint64 key)
{
  CgtkListItem *self = g_object_new (cgtk_list_item_get_type (), NULL);
  self->key = key;
  self->items = g_hash_table_ref (items);
  g_hash_table_insert (items, &self->key, self);
  return self;
}

gint64
cgtk_list_item_key (gpointer item)
{
  return ((CgtkListItem *) item)->key;
}

/* Model */

typedef struct
{
  GObject parent;
  guint count;
  CgtkKeyAt key_at;
  gpointer data;
  Items *items;
} CgtkListModel;

typedef GObjectClass CgtkListModelClass;

static GType
cgtk_list_model_get_item_type (GListModel *model)
{
  return cgtk_list_item_get_type ();
}

static guint
cgtk_list_model_get_n_items (GListModel *model)
{
  return ((CgtkListModel *) model)->count;
}

static gpointer
cgtk_list_model_get_item (GListModel *model, guint position)
{
  CgtkListModel *self = (CgtkListModel *) model;
  if (position >= self->count)
    return NULL;
  gint64 key = self->key_at (position, self->data);
  CgtkListItem *item = g_hash_table_lookup (self->items, &key);
  return item != NULL ? g_object_ref (item) : cgtk_list_item_new (self->items, key);
}

static void
cgtk_list_model_list_init (GListModelInterface *interface)
{
  interface->get_item_type = cgtk_list_model_get_item_type;
  interface->get_n_items = cgtk_list_model_get_n_items;
  interface->get_item = cgtk_list_model_get_item;
}

G_DEFINE_TYPE_WITH_CODE (CgtkListModel, cgtk_list_model, G_TYPE_OBJECT,
                         G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, cgtk_list_model_list_init))

static void
cgtk_list_model_finalize (GObject *object)
{
  g_hash_table_unref (((CgtkListModel *) object)->items);
  G_OBJECT_CLASS (cgtk_list_model_parent_class)->finalize (object);
}

static void
cgtk_list_model_class_init (CgtkListModelClass *class)
{
  class->finalize = cgtk_list_model_finalize;
}

static void
cgtk_list_model_init (CgtkListModel *self)
{
  self->items = g_hash_table_new (g_int64_hash, g_int64_equal);
}

GListModel *
cgtk_list_model_new (guint count, CgtkKeyAt key_at, gpointer data)
{
  CgtkListModel *self = g_object_new (cgtk_list_model_get_type (), NULL);
  self->count = count;
  self->key_at = key_at;
  self->data = data;
  return G_LIST_MODEL (self);
}

void
cgtk_list_model_splice (GListModel *model, guint position, guint removed, guint added)
{
  CgtkListModel *self = (CgtkListModel *) model;
  g_return_if_fail (position + removed <= self->count);
  self->count += added - removed;
  g_list_model_items_changed (model, position, removed, added);
}

void
cgtk_list_model_close (GListModel *model)
{
  cgtk_list_model_splice (model, 0, ((CgtkListModel *) model)->count, 0);
  ((CgtkListModel *) model)->data = NULL;
}

/* Rows */

gboolean
cgtk_list_item_has_left (gpointer item)
{
  GtkWidget *child = gtk_list_item_get_child (item);
  GtkWidget *row = child != NULL ? gtk_widget_get_parent (child) : NULL;

  return row != NULL && gtk_widget_get_parent (row) == NULL;
}
