@implementation AppDelegate
- (void)start {
    [[NSNotificationCenter defaultCenter] addObserverForName:UIApplicationWillResignActiveNotification object:nil queue:nil usingBlock:^(NSNotification *note) {
        [self.window addSubview:self.logo];
    }];
}
@end
