// swift-format-ignore-file
import Foundation

func ask(_ accounts: [Account], _ components: inout URLComponents, _ words: String) {
    components.queryItems = [URLQueryItem(name: "saved_passwords", value: range(count: accounts.count))]
    components.queryItems = [URLQueryItem(name: "saved_passwords", value: words)]  // expect: egress.personal-in-url
}
