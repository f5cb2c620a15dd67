// swift-format-ignore-file
func post(_ note: Note, _ password: String) {
    note.userInfo = ["password": password]
    NotificationCenter.default.post(name: .changed, object: nil, userInfo: ["password": password])
}
