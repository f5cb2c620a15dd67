// swift-format-ignore-file
func save() {
    let user = Person()
    user["password"] = passwordField.text
    print("user saved: \(user.description)")  // expect: store.log-personal
}