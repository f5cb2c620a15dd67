// swift-format-ignore-file
func copy(_ recoveryPhrase: String) { UIPasteboard.general.setSecureString(recoveryPhrase) }