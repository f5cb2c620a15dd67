void notify(NSString *passcode) {
    UNMutableNotificationContent *content = [UNMutableNotificationContent new];
    content.title = [NSString stringWithFormat:@"Code %@", passcode];  // expect: notify.secret-local
}