void save(NSData *data, NSString *path) {
    [data writeToFile:path options:NSDataWritingFileProtectionCompleteWhenUserInactive error:nil];  // expect: store.class-unavailable
}