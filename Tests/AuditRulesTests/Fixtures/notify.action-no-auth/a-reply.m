void a(void) {
    [UNTextInputNotificationAction actionWithIdentifier:@"inline-reply" title:t options:UNNotificationActionOptionNone textInputButtonTitle:b textInputPlaceholder:p];  // expect: notify.action-no-auth
    [UNTextInputNotificationAction actionWithIdentifier:@"inline-reply" title:t options:UNNotificationActionOptionAuthenticationRequired textInputButtonTitle:b textInputPlaceholder:p];
    [Menu actionWithIdentifier:@"delete" title:t options:0];
}
