// swift-format-ignore-file
func copy(_ password: String) {
    UIPasteboard.general.setObjects([password as NSString], localOnly: true, expirationDate: nil)
    UIPasteboard.general.setObjects([password as NSString], localOnly: false, expirationDate: nil)  // expect: clip.secret-not-local
}
