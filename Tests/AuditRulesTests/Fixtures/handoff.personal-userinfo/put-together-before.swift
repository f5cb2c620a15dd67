// swift-format-ignore-file
func advertise(_ activity: NSUserActivity, _ account: Account) {
    var info: [String: Any] = [:]
    info["secret"] = account.accessToken
    activity.userInfo = info  // expect: handoff.personal-userinfo
}
