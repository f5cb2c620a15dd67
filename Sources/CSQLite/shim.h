#pragma once
#include <sqlite3.h>

/// A file of ours in SQLite's hands: SQLite allocates it, `object` is a retained reference.
struct protected_file {
    sqlite3_file base;
    void *object;
};
