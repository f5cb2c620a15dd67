void keep(NSString *password) {
    [[NSUserDefaults standardUserDefaults] setObject:password forKey:@"p"];  // expect: store.userdefaults-secret
}