// swift-format-ignore-file
final class OpenArticle: INIntent {}