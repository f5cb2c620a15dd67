// swift-format-ignore-file
func copy(_ text: String) { UIPasteboard.general.string = text }
func share(_ account: Account) {
    copy(account.password)  // expect: clip.secret-not-local
    copy(account.homepage)
}
