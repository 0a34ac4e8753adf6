/* The yardstick for the navigation benchmark: the same work in C, straight on GTK.
 *
 * Nothing here is clever; each measurement does the least that a careful C program would do. The
 * library does the same work from state, and is judged by how much longer it takes in the same run.
 *
 *   push_pop     show one more page on a stack of N, then take it away again
 *   deep_link    make a stack of N pages and show the last
 *   update       change the title on the page that is shown
 *   list_show    show a list of N rows
 *   list_scroll  one of a hundred steps from the beginning of that list to its end
 *   list_insert  insert a row in the middle of that list
 *   list_change  change the text of the row in the middle of that list
 *   table_show   show a table of N rows with four sortable columns
 *   table_scroll one of a hundred steps from the beginning of that table to its end
 *   split_select show another page in the detail column of a split view of N sidebar rows
 *   row_paint    change the text of a row in sight of that list, until it is painted
 *   form         show a form of N rows with a label and a text field each
 *   type         add a letter to a text field of that form, and keep its text
 *   close        close a window with N lists of a hundred rows each
 *   close_kib    the memory that such a window leaves behind, in KiB
 *
 * A page has a title, 20 labels and a button; a row has two labels and a button. There are no
 * transitions. After each change the main loop runs until it is idle.
 *
 * Each measurement is printed as a line of JSON: its name, N, and the median of the microseconds of
 * processor time. The last line has the peak of the resident memory, in KiB.
 */
#include <gtk/gtk.h>
#include <malloc.h>
#include <sys/resource.h>
#include <time.h>

enum {
  PUSH_POP_SAMPLES = 200,
  DEEP_LINK_SAMPLES = 15,
  UPDATE_SAMPLES = 500,
  LIST_CHANGE_SAMPLES = 51,
  FORM_SAMPLES = 31,
  TYPE_SAMPLES = 200,
  CLOSE_SAMPLES = 11,
  ROWS_OF_A_CLOSED_LIST = 100,
  LABELS_ON_A_PAGE = 20,
  SCROLL_STEPS = 100,
  FRAMES_TO_SHOW_A_LIST = 10,
  FRAME_MICROSECONDS = 17000,
};

/* Measuring */

static double
processor_time (void)
{
  struct timespec now;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1e6 + now.tv_nsec * 1e-3;
}

static int
compare (const void *left, const void *right)
{
  double l = *(const double *) left;
  double r = *(const double *) right;
  return l < r ? -1 : l > r;
}

static void
print_line (const char *name, int n, double microseconds)
{
  printf ("{\"name\": \"%s\", \"n\": %d, \"us\": %.2f}\n", name, n, microseconds);
  fflush (stdout);
}

static void
print_median (const char *name, int n, double samples[], size_t count)
{
  qsort (samples, count, sizeof samples[0], compare);
  print_line (name, n, samples[count / 2]);
}

static void
settle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

/* Pages */

static void
append_label (GtkWidget *box, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  gtk_box_append (GTK_BOX (box), gtk_label_new (text));
  g_free (text);
}

static GtkWidget *
new_page (int number)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  append_label (box, "Page %d", number);
  for (int label = 0; label < LABELS_ON_A_PAGE; label++)
    append_label (box, "Row %d of page %d", label, number);
  gtk_box_append (GTK_BOX (box), gtk_button_new_with_label ("Next"));
  return box;
}

static GtkWidget *
push (GtkStack *stack, int number)
{
  GtkWidget *page = new_page (number);
  char *name = g_strdup_printf ("%d", number);
  gtk_stack_add_named (stack, page, name);
  gtk_stack_set_visible_child (stack, page);
  g_free (name);
  return page;
}

static GtkStack *
show_stack (GtkWindow *window, int depth)
{
  GtkWidget *stack = gtk_stack_new ();
  gtk_stack_set_transition_type (GTK_STACK (stack), GTK_STACK_TRANSITION_TYPE_NONE);
  gtk_window_set_child (window, stack);
  for (int number = 0; number < depth; number++)
    push (GTK_STACK (stack), number);
  /* The focus is on a page, as when a person uses the program, and moves with the pages. */
  gtk_widget_child_focus (gtk_stack_get_visible_child (GTK_STACK (stack)), GTK_DIR_TAB_FORWARD);
  settle ();
  return GTK_STACK (stack);
}

static void
measure_push_pop (GtkWindow *window, int depth)
{
  double samples[PUSH_POP_SAMPLES];
  GtkStack *stack = show_stack (window, depth);
  for (int i = 0; i < PUSH_POP_SAMPLES; i++)
    {
      GtkWidget *below = gtk_stack_get_visible_child (stack);
      double start = processor_time ();
      GtkWidget *page = push (stack, depth + i);
      settle ();
      gtk_stack_set_visible_child (stack, below);
      gtk_stack_remove (stack, page);
      settle ();
      samples[i] = processor_time () - start;
    }
  print_median ("push_pop", depth, samples, PUSH_POP_SAMPLES);
}

static void
measure_deep_link (GtkWindow *window, int depth)
{
  double samples[DEEP_LINK_SAMPLES];
  for (int i = 0; i < DEEP_LINK_SAMPLES; i++)
    {
      double start = processor_time ();
      show_stack (window, depth);
      samples[i] = processor_time () - start;
    }
  print_median ("deep_link", depth, samples, DEEP_LINK_SAMPLES);
}

static void
measure_update (GtkWindow *window)
{
  double samples[UPDATE_SAMPLES];
  GtkStack *stack = show_stack (window, 1);
  GtkWidget *title = gtk_widget_get_first_child (gtk_stack_get_visible_child (stack));
  for (int i = 0; i < UPDATE_SAMPLES; i++)
    {
      double start = processor_time ();
      char *text = g_strdup_printf ("Count %d", i);
      gtk_label_set_text (GTK_LABEL (title), text);
      g_free (text);
      settle ();
      samples[i] = processor_time () - start;
    }
  print_median ("update", 1, samples, UPDATE_SAMPLES);
}

/* Lists */

static void
set_up_row (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_box_append (GTK_BOX (box), gtk_label_new (NULL));
  gtk_box_append (GTK_BOX (box), gtk_label_new (NULL));
  gtk_box_append (GTK_BOX (box), gtk_button_new_with_label ("Open"));
  gtk_list_item_set_child (item, box);
}

static void
bind_row (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkStringObject *string = GTK_STRING_OBJECT (gtk_list_item_get_item (item));
  GtkWidget *name = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  GtkWidget *stock = gtk_widget_get_next_sibling (name);
  gtk_label_set_text (GTK_LABEL (name), gtk_string_object_get_string (string));
  gtk_label_set_text (GTK_LABEL (stock), "in stock");
}

static GListModel *
new_model (int rows)
{
  GtkStringList *model = gtk_string_list_new (NULL);
  for (int row = 0; row < rows; row++)
    gtk_string_list_take (model, g_strdup_printf ("Item %d", row));
  return G_LIST_MODEL (model);
}

static GtkWidget *
new_list (GListModel *model)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_signal_connect (factory, "setup", G_CALLBACK (set_up_row), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), NULL);
  GtkSelectionModel *selection = GTK_SELECTION_MODEL (gtk_no_selection_new (model));
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled),
                                 gtk_list_view_new (selection, factory));
  return scrolled;
}

/* Shows a list or a table, and scrolls it from the first row to the last. */
static void
measure_rows (GtkWindow *window, GtkWidget *(*new_rows) (GListModel *), GListModel *model,
              const char *show, const char *scroll)
{
  int rows = g_list_model_get_n_items (model);
  double start = processor_time ();
  GtkWidget *scrolled = new_rows (model);
  gtk_window_set_child (window, scrolled);
  for (int frame = 0; frame < FRAMES_TO_SHOW_A_LIST; frame++)
    {
      settle ();
      g_usleep (FRAME_MICROSECONDS);
    }
  print_line (show, rows, processor_time () - start);

  GtkAdjustment *position = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
  double end = gtk_adjustment_get_upper (position) - gtk_adjustment_get_page_size (position);
  start = processor_time ();
  for (int step = 1; step <= SCROLL_STEPS; step++)
    {
      gtk_adjustment_set_value (position, end * step / SCROLL_STEPS);
      g_usleep (FRAME_MICROSECONDS);
      settle ();
    }
  print_line (scroll, rows, (processor_time () - start) / SCROLL_STEPS);
}

static GListModel *
measure_list (GtkWindow *window, int rows)
{
  GListModel *model = new_model (rows);
  measure_rows (window, new_list, model, "list_show", "list_scroll");
  return model;
}

/* Tables */

static void
set_up_cell (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_list_item_set_child (item, label);
}

static void
bind_name (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)),
                      gtk_string_object_get_string (gtk_list_item_get_item (item)));
}

static void
bind_number (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer factor)
{
  char text[32];
  g_snprintf (text, sizeof text, "%u",
              gtk_list_item_get_position (item) * GPOINTER_TO_UINT (factor));
  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)), text);
}

static void
append_column (GtkColumnView *table, const char *title, GCallback bind, guint factor)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_signal_connect (factory, "setup", G_CALLBACK (set_up_cell), NULL);
  g_signal_connect (factory, "bind", bind, GUINT_TO_POINTER (factor));
  GtkColumnViewColumn *column = gtk_column_view_column_new (title, factory);
  /* The model sorts itself, as the state does. */
  GtkSorter *sorter = GTK_SORTER (gtk_custom_sorter_new (NULL, NULL, NULL));
  gtk_column_view_column_set_sorter (column, sorter);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_expand (column, TRUE);
  gtk_column_view_append_column (table, column);
  g_object_unref (sorter);
  g_object_unref (column);
}

static GtkWidget *
new_table (GListModel *model)
{
  GtkSelectionModel *selection = GTK_SELECTION_MODEL (gtk_no_selection_new (model));
  GtkColumnView *table = GTK_COLUMN_VIEW (gtk_column_view_new (selection));
  gtk_column_view_set_reorderable (table, TRUE);
  append_column (table, "Name", G_CALLBACK (bind_name), 0);
  append_column (table, "Number", G_CALLBACK (bind_number), 1);
  append_column (table, "Twice", G_CALLBACK (bind_number), 2);
  append_column (table, "Thrice", G_CALLBACK (bind_number), 3);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (table));
  return scrolled;
}

static void
measure_table (GtkWindow *window, int rows)
{
  measure_rows (window, new_table, new_model (rows), "table_show", "table_scroll");
}

/* Columns beside each other */

static void
measure_split (GtkWindow *window, int rows)
{
  GtkWidget *paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  GtkWidget *title = gtk_label_new ("Item 0");
  GtkWidget *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_box_append (GTK_BOX (page), title);
  for (int label = 0; label < LABELS_ON_A_PAGE; label++)
    append_label (page, "Row %d", label);

  GListModel *model = new_model (rows);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_signal_connect (factory, "setup", G_CALLBACK (set_up_cell), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_name), NULL);
  GtkSelectionModel *selection = GTK_SELECTION_MODEL (gtk_single_selection_new (model));
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled),
                                 gtk_list_view_new (selection, factory));
  gtk_paned_set_start_child (GTK_PANED (paned), scrolled);
  gtk_paned_set_end_child (GTK_PANED (paned), page);
  gtk_window_set_child (window, paned);
  settle ();

  double samples[UPDATE_SAMPLES];
  for (int i = 0; i < UPDATE_SAMPLES; i++)
    {
      double start = processor_time ();
      guint row = 1 + i % 10;
      gtk_selection_model_select_item (selection, row, TRUE);
      GtkStringObject *item = g_list_model_get_item (model, row);
      gtk_label_set_text (GTK_LABEL (title), gtk_string_object_get_string (item));
      g_object_unref (item);
      settle ();
      samples[i] = processor_time () - start;
    }
  print_median ("split_select", rows, samples, UPDATE_SAMPLES);
}

static void
measure_splices (const char *name, GListModel *model, const char *format, guint removed)
{
  double samples[LIST_CHANGE_SAMPLES];
  guint rows = g_list_model_get_n_items (model);
  for (int i = 0; i < LIST_CHANGE_SAMPLES; i++)
    {
      double start = processor_time ();
      char *text = g_strdup_printf (format, i);
      const char *texts[] = { text, NULL };
      gtk_string_list_splice (GTK_STRING_LIST (model), rows / 2, removed, texts);
      g_free (text);
      settle ();
      samples[i] = processor_time () - start;
    }
  print_median (name, rows, samples, LIST_CHANGE_SAMPLES);
}

/* A row in sight */

static void
painted (GdkFrameClock *clock, gpointer is_painted)
{
  *(gboolean *) is_painted = TRUE;
}

/* Runs the main loop until the window has been painted once more. */
static void
paint (GtkWidget *window)
{
  gboolean is_painted = FALSE;
  GdkFrameClock *clock = gtk_widget_get_frame_clock (window);
  gulong handler = g_signal_connect (clock, "after-paint", G_CALLBACK (painted), &is_painted);
  while (!is_painted)
    g_main_context_iteration (NULL, TRUE);
  g_signal_handler_disconnect (clock, handler);
}

static void
measure_row_paint (GtkWindow *window, GListModel *model)
{
  double samples[LIST_CHANGE_SAMPLES];
  guint rows = g_list_model_get_n_items (model);
  for (int i = 0; i < LIST_CHANGE_SAMPLES; i++)
    {
      double start = processor_time ();
      char *text = g_strdup_printf ("Renamed %d", i);
      const char *texts[] = { text, NULL };
      gtk_string_list_splice (GTK_STRING_LIST (model), rows - 3, 1, texts);
      g_free (text);
      paint (GTK_WIDGET (window));
      samples[i] = processor_time () - start;
    }
  /* Without the rows that have been inserted. */
  print_median ("row_paint", rows - LIST_CHANGE_SAMPLES, samples, LIST_CHANGE_SAMPLES);
}

/* Forms */

static void
keep_text (GtkEditable *field, char **kept)
{
  g_free (*kept);
  *kept = g_strdup (gtk_editable_get_text (field));
}

/* Shows a form, and returns its first field. */
static GtkWidget *
show_form (GtkWindow *window, int rows, char *texts[])
{
  GtkWidget *first = NULL;
  GtkWidget *list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  for (int row = 0; row < rows; row++)
    {
      GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
      append_label (box, "Field %d", row);
      GtkWidget *field = gtk_entry_new ();
      gtk_widget_set_hexpand (field, TRUE);
      gtk_editable_set_text (GTK_EDITABLE (field), texts[row] ? texts[row] : "");
      g_signal_connect (field, "changed", G_CALLBACK (keep_text), &texts[row]);
      gtk_box_append (GTK_BOX (box), field);
      gtk_list_box_append (GTK_LIST_BOX (list), box);
      if (!first)
        first = field;
    }
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), list);
  gtk_window_set_child (window, scrolled);
  settle ();
  return first;
}

static void
measure_form (GtkWindow *window, int rows)
{
  double samples[TYPE_SAMPLES];
  char **texts = g_new0 (char *, rows);
  GtkWidget *field = NULL;
  for (int i = 0; i < FORM_SAMPLES; i++)
    {
      gtk_window_set_child (window, NULL);
      settle ();
      double start = processor_time ();
      field = show_form (window, rows, texts);
      samples[i] = processor_time () - start;
    }
  print_median ("form", rows, samples, FORM_SAMPLES);
  for (int i = 0; i < TYPE_SAMPLES; i++)
    {
      int position = i % 20;
      if (position == 0)
        gtk_editable_set_text (GTK_EDITABLE (field), "");
      double start = processor_time ();
      gtk_editable_insert_text (GTK_EDITABLE (field), "x", 1, &position);
      settle ();
      samples[i] = processor_time () - start;
    }
  print_median ("type", rows, samples, TYPE_SAMPLES);
  gtk_window_set_child (window, NULL);
  settle ();
  for (int row = 0; row < rows; row++)
    g_free (texts[row]);
  g_free (texts);
}

/* Windows that close */

static GtkWindow *
open_lists (GtkApplication *application, int lists)
{
  GtkWindow *window = GTK_WINDOW (gtk_application_window_new (application));
  gtk_window_set_default_size (window, 800, 700);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  for (int list = 0; list < lists; list++)
    {
      GtkWidget *scrolled = new_list (new_model (ROWS_OF_A_CLOSED_LIST));
      gtk_widget_set_vexpand (scrolled, TRUE);
      gtk_box_append (GTK_BOX (box), scrolled);
    }
  gtk_window_set_child (window, box);
  gtk_window_present (window);
  paint (GTK_WIDGET (window));
  settle ();
  return window;
}

static void
measure_close (GtkApplication *application, int lists)
{
  double samples[CLOSE_SAMPLES];
  size_t before = 0;
  for (int i = 0; i < CLOSE_SAMPLES; i++)
    {
      GtkWindow *window = open_lists (application, lists);
      double start = processor_time ();
      gtk_window_destroy (window);
      settle ();
      samples[i] = processor_time () - start;
      /* The first window makes what all need. */
      if (i == 0)
        before = mallinfo2 ().uordblks;
    }
  double left = ((double) mallinfo2 ().uordblks - before) / (CLOSE_SAMPLES - 1) / 1024;
  print_median ("close", lists, samples, CLOSE_SAMPLES);
  print_line ("close_kib", lists, left);
}

/* The program */

static void
activate (GtkApplication *application, gpointer data)
{
  GtkWindow *window = GTK_WINDOW (gtk_application_window_new (application));
  gtk_window_set_default_size (window, 800, 700);
  gtk_window_present (window);
  settle ();

  measure_push_pop (window, 1);
  measure_push_pop (window, 10);
  measure_push_pop (window, 100);
  measure_deep_link (window, 10);
  measure_deep_link (window, 100);
  measure_update (window);
  measure_list (window, 1000);
  GListModel *model = measure_list (window, 100000);

  struct rusage usage;
  getrusage (RUSAGE_SELF, &usage);
  measure_splices ("list_insert", model, "New item %d", 0);
  measure_splices ("list_change", model, "Renamed %d", 1);
  measure_row_paint (window, model);
  measure_form (window, 30);
  measure_table (window, 1000);
  measure_table (window, 100000);
  measure_split (window, 100);
  measure_close (application, 10);
  printf ("{\"name\": \"peak_memory_kib\", \"n\": 1, \"us\": %ld}\n", usage.ru_maxrss);
  g_application_quit (G_APPLICATION (application));
}

int
main (int argc, char *argv[])
{
  GtkApplication *application = gtk_application_new (NULL, G_APPLICATION_DEFAULT_FLAGS);
  g_signal_connect (application, "activate", G_CALLBACK (activate), NULL);
  int status = g_application_run (G_APPLICATION (application), argc, argv);
  g_object_unref (application);
  return status;
}
