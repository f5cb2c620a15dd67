@implementation Attachments
- (void)finish:(NSURL *)url {
    [[NSFileManager defaultManager] removeItemAtPath:[url absoluteString] error:nil];  // expect: store.remove-by-url-string
    NSString *folder = url.URLByDeletingLastPathComponent.absoluteString;
    NSString *draft = [folder stringByAppendingPathComponent:@"draft"];
    [NSFileManager.defaultManager removeItemAtPath:draft error:nil];  // expect: store.remove-by-url-string
}
@end
