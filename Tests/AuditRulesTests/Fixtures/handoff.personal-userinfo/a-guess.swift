// swift-format-ignore-file
func advertise(_ activity: NSUserActivity, _ token: String) {
    activity.userInfo = ["a": token]  // expect: handoff.personal-userinfo
}
