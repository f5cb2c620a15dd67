void keep(NSString *phoneNumber) {
    [[NSUserDefaults standardUserDefaults] setObject:phoneNumber forKey:@"n"];  // expect: store.userdefaults-personal
}