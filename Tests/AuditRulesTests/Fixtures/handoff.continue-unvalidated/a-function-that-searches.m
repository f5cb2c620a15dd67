@implementation NSURL (Links)
- (BOOL)isInvite { return [self.absoluteString containsString:@"/i/#"]; }
- (BOOL)isOurs { return [self.host isEqualToString:@"a.example"]; }
@end
@implementation Delegate
- (BOOL)application:(UIApplication *)application continueUserActivity:(NSUserActivity *)userActivity restorationHandler:(void (^)(NSArray *))handler {
    NSURL *url = userActivity.webpageURL;
    if ([url isInvite]) { [self follow:url]; }  // expect: handoff.continue-unvalidated
    return YES;
}
- (BOOL)application:(UIApplication *)application openURL:(NSURL *)url options:(NSDictionary *)options {
    if ([url isOurs]) { [self follow:url]; }
    return YES;
}
@end
