void keep(NSString *password) {
    [SAMKeychain setAccessibilityType:kSecAttrAccessibleAfterFirstUnlock];  // expect: keychain.migratable
    [SAMKeychain setPassword:password forService:@"a" account:@"b"];
}