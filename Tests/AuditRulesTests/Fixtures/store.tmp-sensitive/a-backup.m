void share(NSData *backup) {
    NSString *path = [NSTemporaryDirectory() stringByAppendingPathComponent:@"a"];
    [backup writeToFile:path atomically:YES];  // expect: store.tmp-sensitive
}