// swift-format-ignore-file
@implementation Service
- (void)attach:(NSData *)blob to:(NSURL *)url {
    NSData *picture = [self.box decrypt:blob];
    [picture writeToURL:url atomically:YES];  // expect: notify.nse-plain-attachment
    [UNNotificationAttachment attachmentWithIdentifier:@"a" URL:url options:nil error:nil];
}
@end
