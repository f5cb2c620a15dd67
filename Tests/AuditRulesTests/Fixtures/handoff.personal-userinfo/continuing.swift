// swift-format-ignore-file
func go(_ activity: NSUserActivity) {
    let password = activity.userInfo?["password"] as? String
    check(password)
}
