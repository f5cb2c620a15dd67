void open(const char *path) {
    sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_FILEPROTECTION_NONE, 0);  // expect: store.class-none
}