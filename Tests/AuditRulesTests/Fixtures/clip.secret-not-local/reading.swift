// swift-format-ignore-file
func paste() -> String? { let password = UIPasteboard.general.string; return password }