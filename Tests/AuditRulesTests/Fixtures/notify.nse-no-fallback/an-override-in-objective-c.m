@interface Service : UNNotificationServiceExtension
@end
@implementation Service
- (void)serviceExtensionTimeWillExpire {}
@end