@implementation Sender
- (void)send:(NSData *)message {
    NSString *path = [NSTemporaryDirectory() stringByAppendingPathComponent:@"voice.m4a"];
    [message writeToFile:path atomically:YES];
    if (!self.connection) {  // expect: store.cleanup-missed
        return;
    }
    [self.connection send:path completion:^{
        [NSFileManager.defaultManager removeItemAtPath:path error:nil];
    }];
}
@end
