// swift-format-ignore-file
import Alamofire
import Foundation

func ask(_ email: String, _ page: String) {
    var components = URLComponents(string: "https://api.example.com")!
    components.path = "/people/\(email)/orders"  // expect: egress.personal-in-url
    components.path = "/pages/\(page)"
    components.query = "mail=\(email)"  // expect: egress.personal-in-url
    AF.request("https://api.example.com/a", parameters: ["mail": email, "page": page])  // expect: egress.personal-in-url
    AF.request("https://api.example.com/a", method: .post, parameters: ["mail": email])
    var mail = URLComponents(string: "mailto:a@example.com")!
}
func write(_ email: String) {
    var mail = URLComponents(string: "mailto:a@example.com")!
    mail.query = "cc=\(email)"
}
func next(_ next_token: String) -> URL? { URL(string: "https://example.com/a?page=\(next_token)") }
