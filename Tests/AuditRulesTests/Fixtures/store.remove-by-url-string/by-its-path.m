@implementation Attachments
- (void)finish:(NSURL *)url {
    [[NSFileManager defaultManager] removeItemAtPath:[url path] error:nil];
    [[NSFileManager defaultManager] removeItemAtPath:url.relativePath error:nil];
    [[NSFileManager defaultManager] removeItemAtURL:url error:nil];
    NSURL *web = [NSURL URLWithString:NSTemporaryDirectory()];
    [[NSFileManager defaultManager] removeItemAtPath:web.absoluteString error:nil];
}
@end
