// swift-format-ignore-file
func show(_ otp: String) {
    let content = Page()
    content.body = otp
}