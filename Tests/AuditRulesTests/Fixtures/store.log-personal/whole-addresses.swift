// swift-format-ignore-file
import Foundation

struct Invitation { let link: URL; let place: String }
func open(_ url: URL, in view: WebView, _ invitation: Invitation) {
    print("loading \(url)")  // expect: store.log-personal
    NSLog("joined by %@", invitation.link.absoluteString)  // expect: store.log-personal
    print("asking \(request(for: "a"))")
    print("with \(request.url?.host ?? "")")
    print("the path is \(url.pathExtension)")
    print("at \(invitation.place)")
}

func write(_ data: Data, toFile url: URL) throws {
    print("writing \(url)")
    let target = FileManager.default.temporaryDirectory.appendingPathComponent("a")
    print("then \(target)")
    let next = URL(fileURLWithPath: "/tmp/a")
    print("and \(next.absoluteString)")
    print("the picture is at \(imageURL)")
}
let homepage = URL(string: "https://example.com")!
func greet() { print("see \(homepage)") }
