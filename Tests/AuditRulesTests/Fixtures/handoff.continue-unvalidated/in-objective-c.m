// swift-format-ignore-file
@implementation Delegate
- (BOOL)application:(UIApplication *)application openURL:(NSURL *)url options:(NSDictionary *)options {
    [self.webView loadRequest:[NSURLRequest requestWithURL:url]];  // expect: handoff.continue-unvalidated
    return YES;
}
@end
