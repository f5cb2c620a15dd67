// swift-format-ignore-file
func copy(_ selection: String) { UIPasteboard.general.string = selection }