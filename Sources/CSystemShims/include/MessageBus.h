#pragma once
#include <stdint.h>

/// libsystemd's sd-bus(3), which is loaded when it is first asked for: a machine without it lacks a message
/// bus only. Every function but shim_bus_load needs that to have returned 0; failures are negated errnos.

/// 0 once the library is there; -ELIBACC without it, or with one from before version 241.
int shim_bus_load(void);
/// Connects to the bus at an address of D-Bus's form, and says hello; does not wait for the answer.
int shim_bus_open(const char *address, void **bus);
void shim_bus_close(void *bus);
/// 1 once the bus has answered the hello, 0 before; until then a call waits for that, too, without limit.
int shim_bus_is_ready(void *bus);
/// What poll(2) is to wait for.
int shim_bus_descriptor(void *bus);
int shim_bus_poll_events(void *bus);
/// Does one thing that is due: 0 when nothing is. A message that came is the caller's to unreference.
int shim_bus_process(void *bus, void **message);
/// Calls a method whose arguments are texts, up to NULL, and waits for the reply at most so long.
int shim_bus_call(void *bus, const char *destination, const char *path, const char *interface,
                  const char *member, const char *const arguments[], uint64_t microseconds,
                  void **reply);
void shim_bus_unreference(void *message);

/// Where a signal comes from; the texts live as long as the message, and any of them may be NULL.
struct shim_bus_origin {
    const char *sender, *path, *interface, *member;
};
/// 1 for a signal, 0 for any other message.
int shim_bus_signal_origin(void *message, struct shim_bus_origin *origin);

/// One value of a message.
struct shim_bus_value {
    /// 's' a text, 'u' a number, 'b' a truth value, 'h' a descriptor that is now the caller's, '(' the
    /// beginning of a list of values, '?' one of another type, which was passed over.
    char type;
    const char *text;
    uint64_t number;
};
/// Reads the next value: 1, or 0 at the end of the message, or of the list that was begun last.
int shim_bus_next(void *message, struct shim_bus_value *value);
/// Goes on behind the list that was begun last.
int shim_bus_end_list(void *message);
