// swift-format-ignore-file
func a(_ email: String) {
    let id = UIDevice.current.identifierForVendor
    show(email)
    cache(id)
}