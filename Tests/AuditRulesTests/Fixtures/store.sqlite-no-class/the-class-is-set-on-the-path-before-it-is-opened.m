void open(NSString *password, NSString *path) {
    [Tools configureFileProtectionFor:path];
    sqlite3_open_v2([path UTF8String], &database, SQLITE_OPEN_READWRITE, NULL);
}