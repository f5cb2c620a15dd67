// swift-format-ignore-file
void start(void) {
    [Tracker startWithApiKey:@"8f14e45fceea167a5a36dedd4bea2543" user:@"a1b2c3d4e5"];  // expect: store.hardcoded-secret
}
