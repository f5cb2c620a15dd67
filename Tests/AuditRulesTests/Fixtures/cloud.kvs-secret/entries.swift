// swift-format-ignore-file
func keep(_ store: NSUbiquitousKeyValueStore, _ password: String, _ theme: String) {
    store["p"] = password  // expect: cloud.kvs-secret
    store["t"] = theme
}
