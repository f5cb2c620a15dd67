// swift-format-ignore-file
void notify(NSString *phoneNumber) {
    UNMutableNotificationContent *content = [UNMutableNotificationContent new];
    content.title = [NSString stringWithFormat:@"Call from %@", phoneNumber];  // expect: notify.personal-local
    [content setBody:phoneNumber];  // expect: notify.personal-local
}
