/* Functions of GTK that require variadic functions, macros or new GObject classes, none of which
 * Swift can call or define. Each is a thin layer over GTK; behaviour belongs in GtkKit. */

#ifndef CGTK_SUPPORT_H
#define CGTK_SUPPORT_H

/* The header of the module CGtk, so that GTK's declarations belong only to that module. */
#include "../../CGtk/shims.h"

G_BEGIN_DECLS

/* Accessibility. The object must implement GtkAccessible. */

void cgtk_accessible_set_label (gpointer accessible, const char *label);
/* Uses the labels in a widget as its accessible name, and follows their texts, unless it was given
 * a label. Call it again when the widget contains other labels. */
void cgtk_accessible_set_label_from_content (gpointer widget);
void cgtk_accessible_set_description (gpointer accessible, const char *description);
/* Sets what is read as the value. */
void cgtk_accessible_set_value (gpointer accessible, const char *value);
/* Sets a state that is true or false, such as hidden or selected. */
void cgtk_accessible_set_state (gpointer accessible, GtkAccessibleState state, gboolean is_set);
/* Sets the order in which the rows below the header of a column are sorted by it. */
void cgtk_accessible_set_sort (gpointer accessible, GtkAccessibleSort sort);
/* For tests with GTK_A11Y=test: returns whether the header of a column has that order. */
gboolean cgtk_accessible_has_sort (gpointer accessible, GtkAccessibleSort sort);
/* For tests with GTK_A11Y=test: returns whether such a state is set, and true. */
gboolean cgtk_accessible_has_state (gpointer accessible, GtkAccessibleState state);
/* Marks the object as invalid with a message, or as valid if the message is empty. */
void cgtk_accessible_set_validation (gpointer accessible, const char *message);
/* Does nothing once the widget is realized: its role is then fixed. */
void cgtk_accessible_set_role (gpointer accessible, GtkAccessibleRole role);
/* For tests with GTK_A11Y=test: returns a property that is a text, such as the label, or NULL if it
 * is not set. The caller frees it. */
char *cgtk_accessible_dup_text (gpointer accessible, GtkAccessibleProperty property);
/* For tests with GTK_A11Y=test: returns whether the object is marked as invalid. */
gboolean cgtk_accessible_is_invalid (gpointer accessible);
/* Has a message read aloud. Returns FALSE if this version of GTK cannot do so (before 4.14). */
gboolean cgtk_accessible_announce (gpointer accessible, const char *message);
/* Has GTK tell assistive technologies the right places of widgets, where it does not: from 4.10 on,
 * it leaves out the padding and the borders of all that a widget lies in. Call it before the first
 * widget is made. */
void cgtk_accessible_mend_places (void);
/* Has popovers that are shown give back the input of their window when they leave it. Later calls
 * do nothing. Call it before the first popover is made. */
void cgtk_popover_mend_grabs (void);
/* Has a modal window on the screen take the input of its window group, which it ceases to do when
 * it changes to another group. */
void cgtk_window_take_input (GtkWindow *window);
/* For tests: adds up the place of a widget in its window as GTK does for assistive technologies.
 * Returns FALSE if this version of GTK does so in another way (before 4.10). */
gboolean cgtk_accessible_get_place (gpointer widget, int *x, int *y);

/* Texts. */

/* Replaces the characters from `start` to `end`, and keeps the undo history, which GTK 4.18 clears
 * in gtk_editable_insert_text() and gtk_editable_delete_text(). */
void cgtk_text_replace (gpointer text, guint start, guint end, const char *inserted);

/* Activation. */

/* Sets the token with which a Wayland compositor allows the next window to be raised, or the window
 * of another process that is asked to show one instead. Does nothing on other displays. */
void cgtk_display_set_activation_token (GdkDisplay *display, const char *token);

/* Dialogs, which are deprecated since GTK 4.10 but still work unchanged. */

/* Makes a dialog for any content, with a header bar of its own. */
GtkWidget *cgtk_dialog_new (void);
/* Makes a message dialog without buttons. The title and the body are markup; the body may be
 * NULL. */
GtkWidget *cgtk_message_dialog_new (const char *title_markup, const char *body_markup);

/* Lists. */

/* Makes a GtkListBox in which Tab and the arrow keys pass over rows that cannot take the focus, to
 * the next one that can. */
GtkWidget *cgtk_boxed_list_new (void);

/* Makes a widget for a GtkScrolledWindow that shows a scrolling child, such as a GtkListView, in
 * its middle and no wider than a limit. The child must implement GtkScrollable. */
GtkWidget *cgtk_scroll_clamp_new (GtkWidget *child);
/* Sets the greatest width of the child in pixels, unless its minimum is greater; G_MAXINT for
 * none. */
void cgtk_scroll_clamp_set_maximum_width (GtkWidget *clamp, int maximum_width);
/* Shows a widget above the child, which is scrolled sideways with it and stays where it is
 * otherwise; NULL for none. */
void cgtk_scroll_clamp_set_header (GtkWidget *clamp, GtkWidget *header);

/* A GListModel whose keys come from a callback. */

/* Returns the key at a position. */
typedef gint64 (*CgtkKeyAt) (guint position, gpointer data);
/* Makes a model. Its items are objects that have a key but no position. While an item exists, the
 * same key has the same item. */
GListModel *cgtk_list_model_new (guint count, CgtkKeyAt key_at, gpointer data);
/* Reports that `removed` items from `position` on have been replaced by `added` others. `key_at`
 * must already return the new keys. Takes time independent of the number of items. */
void cgtk_list_model_splice (GListModel *model, guint position, guint removed, guint added);
/* Stops using the callbacks and the data; the list is empty from then on. */
void cgtk_list_model_close (GListModel *model);
/* Returns the key of an item of such a model. */
gint64 cgtk_list_item_key (gpointer item);

/* Returns whether the row has left its list although it has not been unbound: GTK 4.18 keeps a row
 * that had the focus, with its item, until the window has focused another widget. */
gboolean cgtk_list_item_has_left (gpointer item);

/* Handles a GtkListItem. */
typedef void (*CgtkRowHandler) (gpointer row, gpointer data);

/* Makes a GtkSignalListItemFactory with a handler for each of its signals, which can hold its rows.
 * `destroy` is called with the data when the factory is released. */
GtkListItemFactory *cgtk_row_factory_new (CgtkRowHandler setup, CgtkRowHandler bind,
                                          CgtkRowHandler unbind, CgtkRowHandler teardown,
                                          gpointer data, GDestroyNotify destroy);
/* Defers the bind and unbind handlers until the release. In a splice, GTK unbinds and binds each
 * row whose position changes: hundreds of rows, of which hardly any shows another item. */
void cgtk_row_factory_hold (GtkListItemFactory *factory);
/* Calls the handlers for the rows that show another item than when they were held: first unbind for
 * the rows that had an item, then bind for the rows that have one. */
void cgtk_row_factory_release (GtkListItemFactory *factory);

G_END_DECLS

#endif
