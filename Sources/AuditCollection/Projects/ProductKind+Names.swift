import AuditFacts

extension ProductKind {
    /// The kind of a product type of Xcode's: `com.apple.product-type.application`.
    init(productType: String) {
        self.init(typeName: productType.replacing("com.apple.product-type.", with: ""))
    }

    /// The kind of a type as XcodeGen names it: Xcode's product type without its first words.
    init(typeName: String) {
        // Pictures without code.
        if typeName.hasSuffix("sticker-pack") {
            self = .other
        } else if typeName.contains("watchapp") || typeName == "application.watchapp2-container" {
            self = .watchApp
        } else if typeName.hasPrefix("application") {
            self = .app
        } else if typeName.contains("extension") {
            self = .appExtension
        } else if typeName.hasPrefix("framework") {
            self = .framework
        } else if typeName.hasPrefix("library") || typeName == "objc-library" {
            self = .library
        } else if typeName.contains("test") {
            self = .tests
        } else {
            self = typeName == "tool" ? .tool : .other
        }
    }
}
