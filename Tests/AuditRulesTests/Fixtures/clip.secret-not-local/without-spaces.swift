// swift-format-ignore-file
func copy(_ privateKey: String, _ city: String) {
    UIPasteboard.general.string = privateKey.removeWhitespaces()  // expect: clip.secret-not-local
    UIPasteboard.general.string = city.removeWhitespaces()
}
