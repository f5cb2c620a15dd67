// swift-format-ignore-file
func show(_ latitude: Double, _ longitude: Double, _ email: String) {
    open(URL(string: "https://maps.apple.com?ll=\(latitude),\(longitude)")!)
    open(URL(string: "https://www.openstreetmap.org/?mlat=\(latitude)")!)
    open(URL(string: "https://a.example/?user=\(email)")!)  // expect: egress.personal-in-url
}
