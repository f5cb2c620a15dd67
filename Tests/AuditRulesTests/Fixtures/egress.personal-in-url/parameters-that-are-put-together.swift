// swift-format-ignore-file
import Alamofire
func messages(_ pushToken: String?, _ version: String) {
    var params: [String: Any] = ["version": version]
    if let pushToken { params["token"] = pushToken }
    client.session.request("https://a.example/messages", method: .get, parameters: params)  // expect: egress.personal-in-url
    client.session.request("https://a.example/messages", method: .post, parameters: params)
    client.session.request("https://a.example/versions", parameters: ["version": version])
}
