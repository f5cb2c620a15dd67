@implementation A
- (void)start { self.manager.allowsBackgroundLocationUpdates = YES; }
@end
