// swift-format-ignore-file
func copy(_ password: String) {
    var options: [UIPasteboard.OptionsKey: Any] = [:]
    options[.localOnly] = true
    UIPasteboard.general.setItems([["public.text": password]], options: options)
}
