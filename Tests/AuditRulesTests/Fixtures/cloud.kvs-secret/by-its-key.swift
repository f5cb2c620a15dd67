// swift-format-ignore-file
func a(_ text: String) {
    let store = NSUbiquitousKeyValueStore.default
    store.set(text, forKey: "password")  // expect: cloud.kvs-secret
}