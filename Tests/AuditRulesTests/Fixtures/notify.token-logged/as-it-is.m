// swift-format-ignore-file
@implementation Delegate
- (void)application:(UIApplication *)application didRegisterForRemoteNotificationsWithDeviceToken:(NSData *)deviceToken {
    NSLog(@"token: %@", deviceToken);  // expect: notify.token-logged
    NSLog(@"token: %lu bytes", (unsigned long)deviceToken.length);
}
@end
