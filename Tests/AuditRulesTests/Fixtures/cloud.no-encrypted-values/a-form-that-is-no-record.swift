// swift-format-ignore-file
func fill(_ form: Form, _ password: String) {
    form["password"] = password
    form.setValue(password, forKey: "password")
}
