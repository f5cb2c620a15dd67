void protect(NSString *folder) {
    NSString *path = [folder stringByAppendingPathComponent:@"a.sqlite3"];
    [[NSFileManager defaultManager] setAttributes:@{NSFileProtectionKey: NSFileProtectionComplete} ofItemAtPath:path error:nil];  // expect: store.sidecar-not-covered
}