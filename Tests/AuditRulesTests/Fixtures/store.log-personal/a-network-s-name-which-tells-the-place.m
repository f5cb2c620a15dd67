void scan(NSDictionary *info) {
    NSLog(@"wifi: %@", info[@"BSSID"]);  // expect: store.log-personal
}