// swift-format-ignore-file
@implementation Store
- (void)open {
    self.keychain = [UICKeyChainStore keyChainStoreWithService:@"app" accessGroup:@"group"];  // expect: keychain.library-default
}
@end
