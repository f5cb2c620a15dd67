@implementation FileLogger
- (void)logMessage:(NSString *)line {
    NSFileHandle *handle = [NSFileHandle fileHandleForWritingAtPath:self.path];  // expect: store.log-file-no-class
    [handle seekToEndOfFile];
    [handle writeData:[line dataUsingEncoding:NSUTF8StringEncoding]];
}
@end

@implementation LogFileStream
- (void)open {
    int flags = O_WRONLY | O_CREAT | O_APPEND;
    self.descriptor = open(self.path.fileSystemRepresentation, flags, 0600);  // expect: store.log-file-no-class
}
@end
