#define _GNU_SOURCE
#include "MessageBus.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>

// sd-bus.h is not needed to build, so its declarations stand here. What is variadic there is left out.
static struct {
    int (*new)(void **);
    int (*set_address)(void *, const char *);
    int (*set_bus_client)(void *, int);
    int (*start)(void *);
    void *(*close_unref)(void *);
    int (*is_ready)(void *);
    int (*get_fd)(void *);
    int (*get_events)(void *);
    int (*process)(void *, void **);
    int (*call)(void *, void *, uint64_t, void *, void **);
    int (*message_new_method_call)(void *, void **, const char *, const char *, const char *,
                                   const char *);
    int (*message_append_basic)(void *, char, const void *);
    void *(*message_unref)(void *);
    int (*message_get_type)(void *, uint8_t *);
    const char *(*message_get_sender)(void *);
    const char *(*message_get_path)(void *);
    const char *(*message_get_interface)(void *);
    const char *(*message_get_member)(void *);
    int (*message_peek_type)(void *, char *, const char **);
    int (*message_enter_container)(void *, char, const char *);
    int (*message_exit_container)(void *);
    int (*message_read_basic)(void *, char, void *);
    int (*message_skip)(void *, const char *);
} calls;

static int outcome;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    void *library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        outcome = -ELIBACC;
        return;
    }
    const struct {
        const char *name;
        void *place;
    } symbols[] = {
        {"sd_bus_new", &calls.new},
        {"sd_bus_set_address", &calls.set_address},
        {"sd_bus_set_bus_client", &calls.set_bus_client},
        {"sd_bus_start", &calls.start},
        {"sd_bus_close_unref", &calls.close_unref},
        {"sd_bus_is_ready", &calls.is_ready},
        {"sd_bus_get_fd", &calls.get_fd},
        {"sd_bus_get_events", &calls.get_events},
        {"sd_bus_process", &calls.process},
        {"sd_bus_call", &calls.call},
        {"sd_bus_message_new_method_call", &calls.message_new_method_call},
        {"sd_bus_message_append_basic", &calls.message_append_basic},
        {"sd_bus_message_unref", &calls.message_unref},
        {"sd_bus_message_get_type", &calls.message_get_type},
        {"sd_bus_message_get_sender", &calls.message_get_sender},
        {"sd_bus_message_get_path", &calls.message_get_path},
        {"sd_bus_message_get_interface", &calls.message_get_interface},
        {"sd_bus_message_get_member", &calls.message_get_member},
        {"sd_bus_message_peek_type", &calls.message_peek_type},
        {"sd_bus_message_enter_container", &calls.message_enter_container},
        {"sd_bus_message_exit_container", &calls.message_exit_container},
        {"sd_bus_message_read_basic", &calls.message_read_basic},
        {"sd_bus_message_skip", &calls.message_skip},
    };
    for (size_t index = 0; index < sizeof symbols / sizeof *symbols; index++) {
        void *symbol = dlsym(library, symbols[index].name);
        if (!symbol)
            outcome = -ELIBACC;
        *(void **)symbols[index].place = symbol;
    }
}

int shim_bus_load(void) {
    pthread_once(&once, load);
    return outcome;
}

int shim_bus_open(const char *address, void **bus) {
    int result = calls.new(bus);
    if (result < 0)
        return result;
    result = calls.set_address(*bus, address);
    if (result >= 0)
        result = calls.set_bus_client(*bus, 1);
    if (result >= 0)
        result = calls.start(*bus);
    if (result < 0)
        calls.close_unref(*bus);
    return result;
}

void shim_bus_close(void *bus) { calls.close_unref(bus); }

int shim_bus_is_ready(void *bus) { return calls.is_ready(bus); }

int shim_bus_descriptor(void *bus) { return calls.get_fd(bus); }

int shim_bus_poll_events(void *bus) { return calls.get_events(bus); }

int shim_bus_process(void *bus, void **message) {
    *message = NULL;
    return calls.process(bus, message);
}

int shim_bus_call(void *bus, const char *destination, const char *path, const char *interface,
                  const char *member, const char *const arguments[], uint64_t microseconds,
                  void **reply) {
    void *message = NULL;
    int result =
        calls.message_new_method_call(bus, &message, destination, path, interface, member);
    for (size_t index = 0; result >= 0 && arguments[index]; index++)
        result = calls.message_append_basic(message, 's', arguments[index]);
    if (result >= 0)
        result = calls.call(bus, message, microseconds, NULL, reply);
    if (message)
        calls.message_unref(message);
    return result;
}

void shim_bus_unreference(void *message) { calls.message_unref(message); }

int shim_bus_signal_origin(void *message, struct shim_bus_origin *origin) {
    enum { type_signal = 4 };
    uint8_t type = 0;
    if (calls.message_get_type(message, &type) < 0 || type != type_signal)
        return 0;
    *origin = (struct shim_bus_origin){
        calls.message_get_sender(message), calls.message_get_path(message),
        calls.message_get_interface(message), calls.message_get_member(message)};
    return 1;
}

static int read_number(void *message, char type, struct shim_bus_value *value) {
    union {
        uint8_t byte;
        int16_t n;
        uint16_t q;
        int32_t i;
        uint32_t u;
        int64_t x;
        uint64_t t;
        int truth;
    } number = {.t = 0};
    int result = calls.message_read_basic(message, type, &number);
    value->type = type == 'b' ? 'b' : 'u';
    switch (type) {
    case 'y': value->number = number.byte; break;
    case 'b': value->number = number.truth != 0; break;
    case 'n': value->number = (uint64_t)number.n; break;
    case 'q': value->number = number.q; break;
    case 'i': value->number = (uint64_t)number.i; break;
    case 'u': value->number = number.u; break;
    default: value->number = number.t; break;
    }
    return result;
}

static int read_descriptor(void *message, struct shim_bus_value *value) {
    int descriptor = -1;
    int result = calls.message_read_basic(message, 'h', &descriptor);
    if (result <= 0)
        return result;
    // The message keeps its own.
    int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    if (copy < 0)
        return -errno;
    value->type = 'h';
    value->number = (uint64_t)copy;
    return result;
}

int shim_bus_next(void *message, struct shim_bus_value *value) {
    char type = 0;
    const char *contents = NULL;
    int result = calls.message_peek_type(message, &type, &contents);
    if (result <= 0)
        return result;
    switch (type) {
    case 's':
    case 'o':
    case 'g':
        value->type = 's';
        return calls.message_read_basic(message, type, &value->text);
    case 'y':
    case 'b':
    case 'n':
    case 'q':
    case 'i':
    case 'u':
    case 'x':
    case 't': return read_number(message, type, value);
    case 'h': return read_descriptor(message, value);
    case 'a':
    case 'v':
    case 'r':
    case 'e':
        value->type = '(';
        return calls.message_enter_container(message, type, contents);
    default:
        value->type = '?';
        return calls.message_skip(message, (char[]){type, 0});
    }
}

int shim_bus_end_list(void *message) { return calls.message_exit_container(message); }
