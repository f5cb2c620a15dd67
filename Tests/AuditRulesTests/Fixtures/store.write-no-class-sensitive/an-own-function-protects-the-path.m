void save(NSData *password, NSString *file) {
    [password writeToFile:file options:NSDataWritingAtomic error:nil];
    [Tools configureFileProtectionFor:file];
}