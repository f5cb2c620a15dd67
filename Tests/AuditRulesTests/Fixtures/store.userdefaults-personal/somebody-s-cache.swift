// swift-format-ignore-file
func keep(_ email: String, _ cache: NSCache<NSString, NSString>) {
    cache.setObject(email as NSString, forKey: "email")
}