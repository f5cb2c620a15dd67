void keep(NSData *draft) {
    NSURL *root = [[NSFileManager defaultManager] containerURLForSecurityApplicationGroupIdentifier:@"group.a"];
    [draft writeToURL:[root URLByAppendingPathComponent:@"a"] atomically:YES];  // expect: store.group-container-plain
}