void add(NSMutableDictionary *item) {
    SecItemAdd((__bridge CFDictionaryRef)item, NULL);  // expect: keychain.no-accessible
}