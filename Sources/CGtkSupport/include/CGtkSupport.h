/* What GTK offers only through variadic functions, macros or new GObject classes, none of which Swift
 * can call or make. Everything here is a few lines over GTK; behaviour belongs to GtkKit. */

#ifndef CGTK_SUPPORT_H
#define CGTK_SUPPORT_H

/* The header of the module CGtk, so that GTK's declarations belong to that one module only. */
#include "../../CGtk/shims.h"

G_BEGIN_DECLS

/* Accessibility. The object must implement GtkAccessible. */

void cgtk_accessible_set_label (gpointer accessible, const char *label);
void cgtk_accessible_set_description (gpointer accessible, const char *description);
/* Does nothing once assistive technologies know the object: its role is then fixed. */
void cgtk_accessible_set_role (gpointer accessible, GtkAccessibleRole role);
/* For tests run with GTK_A11Y=test. */
gboolean cgtk_accessible_label_is (gpointer accessible, const char *label);
/* Reads a message aloud; FALSE where this GTK can not (before 4.14). */
gboolean cgtk_accessible_announce (gpointer accessible, const char *message);

/* Dialogs, which are deprecated since GTK 4.10 and unchanged. */

/* A dialog for any content, with a header bar of its own. */
GtkWidget *cgtk_dialog_new (void);
/* A message with a title in markup and a body in plain text, without buttons. */
GtkWidget *cgtk_message_dialog_new (const char *title_markup, const char *body);

G_END_DECLS

#endif
