// swift-format-ignore-file
import Foundation

func load(_ request: URLRequest) {
    URLSession.shared.dataTask(with: request) { data, _, error in
        if let error { print("failed: \(error)") }  // expect: store.log-personal
        print("failed: \(error!.localizedDescription)")
    }.resume()
}
