// swift-format-ignore-file
fileprivate let cookiePassword = "dvpassword"  // expect: store.hardcoded-secret