// swift-format-ignore-file
func keep(_ documentID: String) {
    UserDefaults.standard.set(documentID, forKey: "documentID")
}