/* What GTK offers only through variadic functions, macros or new GObject classes, none of which Swift
 * can call or make. Everything here is a few lines over GTK; behaviour belongs to GtkKit. */

#ifndef CGTK_SUPPORT_H
#define CGTK_SUPPORT_H

/* The header of the module CGtk, so that GTK's declarations belong to that one module only. */
#include "../../CGtk/shims.h"

G_BEGIN_DECLS

/* Accessibility. The object must implement GtkAccessible. */

void cgtk_accessible_set_label (gpointer accessible, const char *label);
/* Names a widget by the labels in it, and follows their texts, unless it was given a label. To be
 * called again when other labels are in it. */
void cgtk_accessible_set_label_from_content (gpointer widget);
void cgtk_accessible_set_description (gpointer accessible, const char *description);
/* A message calls it invalid, an empty one valid. */
void cgtk_accessible_set_validation (gpointer accessible, const char *message);
/* Does nothing once assistive technologies know the object: its role is then fixed. */
void cgtk_accessible_set_role (gpointer accessible, GtkAccessibleRole role);
/* For tests run with GTK_A11Y=test: the label, or NULL if it has none; to be freed. */
char *cgtk_accessible_dup_label (gpointer accessible);
/* Reads a message aloud; FALSE where this GTK can not (before 4.14). */
gboolean cgtk_accessible_announce (gpointer accessible, const char *message);

/* Texts. */

/* Replaces what is from one place to another, in characters, and keeps the history. GTK 4.18
 * forgets it where gtk_editable_insert_text() and gtk_editable_delete_text() are used. */
void cgtk_text_replace (gpointer text, guint start, guint end, const char *inserted);

/* Activation */

/* The token by which a Wayland compositor lets the next window come to the front, or the window of the
 * process that is asked to show one instead. Does nothing on other displays. */
void cgtk_display_set_activation_token (GdkDisplay *display, const char *token);

/* Dialogs, which are deprecated since GTK 4.10 and unchanged. */

/* A dialog for any content, with a header bar of its own. */
GtkWidget *cgtk_dialog_new (void);
/* A message with a title and a body in markup, without buttons; the body may be NULL. */
GtkWidget *cgtk_message_dialog_new (const char *title_markup, const char *body_markup);

/* A GListModel over keys that somebody else knows. */

/* The key at a position. */
typedef gint64 (*CgtkKeyAt) (guint position, gpointer data);
/* The first position of the section that a position is in, and the one after its last. */
typedef void (*CgtkSectionAt) (guint position, guint *start, guint *end, gpointer data);

/* The items are objects that carry a key and no position; as long as one lives, the same key gives
 * the same object. `section_at` may be NULL, and is used by GTK 4.12 and later. */
GListModel *cgtk_list_model_new (guint count, CgtkKeyAt key_at, CgtkSectionAt section_at,
                                 gpointer data);
/* Tells that `removed` items from `position` on have been replaced by `added` ones: `key_at` must
 * know of it already. Takes time that does not depend on the number of items. */
void cgtk_list_model_splice (GListModel *model, guint position, guint removed, guint added);
/* From now on the data is not used any more; the list is empty. */
void cgtk_list_model_close (GListModel *model);
/* The key of an item of such a model. */
gint64 cgtk_list_item_key (gpointer item);

/* Whether lists have sections (GTK 4.12). */
gboolean cgtk_has_list_sections (void);
/* Draws a header above each section, where there are sections. */
void cgtk_list_view_set_header_factory (GtkListView *view, GtkListItemFactory *factory);
/* Whether the object is a section's header, and not a row, of a list. */
gboolean cgtk_is_list_header (gpointer object);
/* Sets the widget of a GtkListItem or a GtkListHeader. */
void cgtk_list_item_set_child (gpointer item, GtkWidget *child);
/* The model's item that a GtkListItem or a GtkListHeader shows, or NULL. */
gpointer cgtk_list_item_get_item (gpointer item);

/* Whether the row has left its list, although GTK 4.18 has not told so: it keeps a row that had the
 * focus, with its item, until the window has found another place for the focus. */
gboolean cgtk_list_item_has_left (gpointer item);

/* What to do with a GtkListItem or a GtkListHeader. */
typedef void (*CgtkRowHandler) (gpointer row, gpointer data);

/* A GtkSignalListItemFactory with a handler for each of its signals, that can hold its rows.
 * `destroy` is called with the data in the end. */
GtkListItemFactory *cgtk_row_factory_new (CgtkRowHandler setup, CgtkRowHandler bind,
                                          CgtkRowHandler unbind, CgtkRowHandler teardown,
                                          gpointer data, GDestroyNotify destroy);
/* From now on until the release nothing is told of rows that are bound and unbound. In a splice GTK
 * does so to each row whose position changes: hundreds, of which next to none shows another item. */
void cgtk_row_factory_hold (GtkListItemFactory *factory);
/* Tells of the rows that show another item than when they were held: first those that have lost
 * one, then those that have got one. */
void cgtk_row_factory_release (GtkListItemFactory *factory);

G_END_DECLS

#endif
