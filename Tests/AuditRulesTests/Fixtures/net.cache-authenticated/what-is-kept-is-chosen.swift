// swift-format-ignore-file
let session = URLSession.shared
final class Delegate: NSObject, URLSessionDataDelegate {
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposed: CachedURLResponse, completionHandler: (CachedURLResponse?) -> Void) { completionHandler(nil) }
}
func load(_ token: String) {
    var request = URLRequest(url: url)
    request.setValue(token, forHTTPHeaderField: "Authorization")
    session.dataTask(with: request).resume()
}
