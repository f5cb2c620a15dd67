// swift-format-ignore-file
func copy(_ text: String) { UIPasteboard.general.string = text }
func share(_ page: Page) { copy(page.address) }
