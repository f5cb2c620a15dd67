void show(NSUserActivity *activity, NSString *messageBody) {
    activity.title = messageBody;
    activity.eligibleForSearch = YES;  // expect: handoff.search-sensitive
}