@implementation Sender
- (void)send:(NSData *)message {
    if (!self.connection) { return; }
    NSString *path = [NSTemporaryDirectory() stringByAppendingPathComponent:@"voice.m4a"];
    [message writeToFile:path atomically:YES];
    [self.connection send:path];
    [NSFileManager.defaultManager removeItemAtPath:path error:nil];
}
@end
