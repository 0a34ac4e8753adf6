/* The two entry points through which a foreign run loop drains libdispatch's main queue. They are
 * exported for CoreFoundation and declared in no public header; nothing else here knows of them. */

#ifndef CGTK_MAIN_QUEUE_H
#define CGTK_MAIN_QUEUE_H

/* An event descriptor that becomes readable when the main queue has work. */
extern int _dispatch_get_main_queue_handle_4CF (void);

/* Runs the work that was on the main queue when it was called. Not re-entrant. */
extern void _dispatch_main_queue_callback_4CF (void *ignored);

#endif
