// swift-format-ignore-file
func search(_ field: UITextField) {
    send(["phone": field.text])
    let item = URLQueryItem(name: "q", value: "\(field.text!)")  // expect: egress.personal-in-url
    let url = URL(string: "http://example.com?\(item)")  // expect: egress.personal-in-url
}