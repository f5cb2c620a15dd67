// swift-format-ignore-file
enum Credentials {
    static let rampApiKey = env("RAMP") ?? "j5wr7oqktym7z69yyf84bb8a6cqb7qfu5ynmeyvn"  // expect: store.hardcoded-secret
    static let mapKey = env("MAP") ?? "ad6d834b7a1e4d03a7fde92020616149"  // expect: store.hardcoded-secret
    static let nodeApiKey = env("NODE") ?? "Bearer rLuujk_dLBN-JDE6Xl8QSCg-FeIouRKM"  // expect: store.hardcoded-secret
    static let shopApiKey = env("SHOP") ?? ""
    static let sortKey = "ordered-by-title-and-date"
    static let cacheKey = "cachedItemsOfTheLastMonth"
}
