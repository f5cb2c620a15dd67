// swift-format-ignore-file
func copy(_ password: String) {
    UIPasteboard.general.setItems([["public.text": password]], options: [.expirationDate: Date()])  // expect: clip.secret-not-local
}