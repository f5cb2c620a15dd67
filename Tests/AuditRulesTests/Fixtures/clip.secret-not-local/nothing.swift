// swift-format-ignore-file
func clear(_ password: String) { UIPasteboard.general.string = "" }