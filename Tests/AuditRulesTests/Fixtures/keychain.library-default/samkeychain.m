// swift-format-ignore-file
void save(NSString *password) {
    [SAMKeychain setPassword:password forService:@"app" account:@"me"];  // expect: keychain.library-default
}
NSString *load(void) {
    return [SAMKeychain passwordForService:@"app" account:@"me"];
}
