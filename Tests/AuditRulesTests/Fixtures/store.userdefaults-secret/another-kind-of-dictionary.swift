// swift-format-ignore-file
func fill(_ password: String, _ query: NSMutableDictionary) {
    query.set(password, forKey: "password")
}