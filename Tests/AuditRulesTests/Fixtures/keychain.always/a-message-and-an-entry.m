void add(NSMutableDictionary *item, NSData *data) {
    [SAMKeychain setAccessibilityType:kSecAttrAccessibleAlways];  // expect: keychain.always
    item[(__bridge id)kSecValueData] = data;
    item[(__bridge id)kSecAttrAccessible] = (__bridge id)kSecAttrAccessibleAlwaysThisDeviceOnly;  // expect: keychain.always
    SecItemAdd((__bridge CFDictionaryRef)item, NULL);
}