// swift-format-ignore-file
func advertise(_ activity: NSUserActivity, _ form: Form) {
    activity.addUserInfoEntries(from: ["a": form.emailField.text ?? "", "b": 1])  // expect: handoff.personal-userinfo
    activity.userInfo?["phone"] = form.phoneNumber  // expect: handoff.personal-userinfo
    activity.userInfo?["page"] = form.page
}
