// swift-format-ignore-file
void fill(Host *host) {
    CKRecord *record = nil;
    record = [[CKRecord alloc] initWithRecordType:@"Host"];
    [record setValue:host.password forKey:@"a"];  // expect: cloud.no-encrypted-values
    [record setValue:host.passwordRef forKey:@"passwordRef"];
    [record setValue:host.port forKey:@"port"];
}
