void save(NSData *data, NSString *path) {
    if (@available(iOS 17.0, *)) { prepare(); } else { return; }
    [data writeToFile:path options:NSDataWritingFileProtectionCompleteWhenUserInactive error:nil];
}