// swift-format-ignore-file
func keep(_ urls: [URL]) throws {
    let data = try NSKeyedArchiver.archivedData(withRootObject: urls, requiringSecureCoding: true)
    UserDefaults.standard.set(data, forKey: "open_tabs")  // expect: store.userdefaults-personal
}