void save(NSData *data, NSString *path) {
    NSDictionary *a = @{NSFileProtectionKey: NSFileProtectionNone};
    [[NSFileManager defaultManager] setAttributes:a ofItemAtPath:path error:nil];  // expect: store.class-none
    [data writeToFile:path options:NSDataWritingFileProtectionNone error:nil];  // expect: store.class-none
}