// swift-format-ignore-file
func advertise(_ activity: NSUserActivity, _ account: Account) throws {
    activity.userInfo = ["password": try box.encrypt(account.password)]
    activity.userInfo?["password"] = try box.encrypt(account.password)
}
