// swift-format-ignore-file
func save(_ phoneNumber: String, _ path: String) {
    let record = NSMutableDictionary()
    record.setValue(phoneNumber, forKey: "phone")
    record.write(toFile: path, atomically: true)  // expect: store.write-no-class-sensitive
}