void save(NSString *accessToken, NSString *path) {
    [accessToken writeToFile:path atomically:YES encoding:4 error:nil];  // expect: store.write-no-class-sensitive
}