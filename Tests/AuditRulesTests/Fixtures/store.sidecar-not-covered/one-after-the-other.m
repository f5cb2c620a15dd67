void protect(NSString *path) {
    NSDictionary *a = @{NSFileProtectionKey: NSFileProtectionComplete};
    [[NSFileManager defaultManager] setAttributes:a ofItemAtPath:@"a.sqlite" error:nil];
    [[NSFileManager defaultManager] setAttributes:a ofItemAtPath:@"a.sqlite-wal" error:nil];
}