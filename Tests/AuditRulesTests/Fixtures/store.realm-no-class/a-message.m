void save(NSString *cardNumber) {
    RLMRealm *realm = [RLMRealm defaultRealm];  // expect: store.realm-no-class
}