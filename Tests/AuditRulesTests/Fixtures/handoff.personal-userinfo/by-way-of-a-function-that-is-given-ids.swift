// swift-format-ignore-file
func advertise(_ activity: NSUserActivity, _ value: String) { activity.userInfo = ["a": value] }
func show(_ activity: NSUserActivity, _ account: Account) {
    advertise(activity, account.credentialID)
    check(account.password)
}
