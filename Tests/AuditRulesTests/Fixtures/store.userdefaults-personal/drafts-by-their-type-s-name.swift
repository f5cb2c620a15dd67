// swift-format-ignore-file
struct MessageDraftStore {
    let key: Key
    var wrappedValue: [String: String] {
        get { [:] }
        set { AppGroup.userDefaults().set(newValue, forKey: key.rawValue) }  // expect: store.userdefaults-personal
    }
}