@interface Service : UNNotificationServiceExtension  // expect: notify.nse-no-fallback
@end
@implementation Service
- (void)didReceiveNotificationRequest:(id)r {}
@end