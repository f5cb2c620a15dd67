NSData *key(void) {
    OSStatus status = SecItemCopyMatching((__bridge CFDictionaryRef)query, &item);  // expect: reach.first-unlock-assumption
    if (status == errSecSuccess) { return item; }
    NSData *fresh = [self generateKey];
    SecItemAdd((__bridge CFDictionaryRef)@{}, NULL);
    return fresh;
}