// swift-format-ignore-file
func copy(_ password: String, _ options: [UIPasteboard.OptionsKey: Any]) {
    UIPasteboard.general.setItems([["public.text": password]], options: options)
}
