void keep(NSString *text) {
    [[NSUserDefaults standardUserDefaults] setObject:text forKey:@"entries"];  // expect: store.userdefaults-personal
    [[NSUserDefaults standardUserDefaults] setObject:text forKey:@"theme"];
}
