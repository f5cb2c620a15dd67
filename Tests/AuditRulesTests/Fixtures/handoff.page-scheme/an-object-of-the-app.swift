// swift-format-ignore-file
import Foundation

struct Article { var webpageURL: URL? }

func make() -> Article {
    var article = Article()
    article.webpageURL = URL(string: "example://a")
    return article
}
