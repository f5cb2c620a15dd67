// swift-format-ignore-file
func advertise(_ activity: NSUserActivity, _ form: Form) {
    activity.userInfo = ["hasPassword": form.hasPassword, "emailCount": form.emails.count]
}
