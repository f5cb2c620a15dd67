// swift-format-ignore-file
@implementation Page
- (void)updateUserActivityState:(NSUserActivity *)activity {
    [activity addUserInfoEntriesFromDictionary:@{@"a": self.password}];  // expect: handoff.personal-userinfo
    [activity addUserInfoEntriesFromDictionary:@{@"a": self.page}];
}
@end
