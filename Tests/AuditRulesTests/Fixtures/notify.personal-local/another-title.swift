// swift-format-ignore-file
func show(_ page: Page, _ email: String) { page.title = email }
