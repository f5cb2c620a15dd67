// swift-format-ignore-file
func keep(_ text: String, _ store: NSUbiquitousKeyValueStore) {
    store.set(text, forKey: "diary.text")  // expect: cloud.sync-never
    store.set(text, forKey: "search.text")
    store.set(text.count, forKey: "diary.text")
}
