@implementation FileLogger
- (void)open {
    NSString *path = [self.folder stringByAppendingPathComponent:@"app.log"];
    [NSFileManager.defaultManager createFileAtPath:path contents:nil attributes:@{NSFileProtectionKey: NSFileProtectionCompleteUnlessOpen}];
    self.handle = [NSFileHandle fileHandleForWritingAtPath:path];
}
@end
