// swift-format-ignore-file
import Alamofire
struct Adapter: RequestAdapter {
    func adapt(_ request: URLRequest, _ token: String) -> URLRequest {
        var request = request
        request.headers.add(.authorization(bearerToken: token))  // expect: net.cache-authenticated
        return request
    }
}
