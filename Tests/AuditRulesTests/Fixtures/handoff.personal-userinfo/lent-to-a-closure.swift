// swift-format-ignore-file
func advertise(_ account: Account) -> NSUserActivity {
    NSUserActivity(activityType: "com.example.app.a").then {
        $0.addUserInfoEntries(from: ["a": account.accessToken])  // expect: handoff.personal-userinfo
        $0.addUserInfoEntries(from: ["a": account.theme])
    }
}
