// swift-format-ignore-file
func a(_ phoneNumber: String) { open(URL(string: "tel:\(phoneNumber)")!) }