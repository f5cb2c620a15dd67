import Documents
import ProtectedNotifications
import ProtectionModel

/// The categories of an application as JSON, as `notify categories` reads and prints them.
///
/// ```json
/// {"version": 1, "categories": [{"id": "message", "placeholder": "%u messages", "showTitle": true,
///   "actions": [{"id": "reply", "title": "Reply", "takesText": true}]}]}
/// ```
///
/// What is left out is false, or none.
struct CategoryDocument: Encodable {
    private struct Category: Encodable {
        let id: String
        let placeholder: OrNull<String>
        let showTitle: Bool
        let showSubtitle: Bool
        let customDismiss: Bool
        let actions: [Action]
    }

    private struct Action: Encodable {
        let id: String
        let title: String
        let authenticationRequired: Bool
        let foreground: Bool
        let destructive: Bool
        let takesText: Bool
    }

    let version = 1
    private let categories: [Category]

    init(_ categories: [NotificationCategory]) {
        self.categories = categories.map { category in
            Category(
                id: category.identifier,
                placeholder: OrNull(category.hiddenPreviewsBodyPlaceholder),
                showTitle: category.options.contains(.hiddenPreviewsShowTitle),
                showSubtitle: category.options.contains(.hiddenPreviewsShowSubtitle),
                customDismiss: category.options.contains(.customDismissAction),
                actions: category.actions.map { action in
                    Action(
                        id: action.identifier,
                        title: action.title,
                        authenticationRequired: action.options.contains(.authenticationRequired),
                        foreground: action.options.contains(.foreground),
                        destructive: action.options.contains(.destructive),
                        takesText: action.takesText
                    )
                }
            )
        }
    }
}

/// Reads what ``CategoryDocument`` writes.
enum CategoryReader {
    private static let limits = DocumentLimits(byteCount: 256 << 10, depth: 8)

    /// More bytes than a document can have.
    static var byteLimit: Int { limits.byteCount }

    /// - Throws: `DocumentFault`; `ProtectionError` with `invalid-argument` for a category that cannot be.
    static func categories(_ bytes: [UInt8]) throws -> [NotificationCategory] {
        let root = try TextDocument.parse(bytes, limits: limits, isJSON: true)
        var reader = try TextReader(root)
        let version = try reader.required("version", as: .integer)
        guard version == 1 else {
            throw ProtectionError(
                version > 1 ? .unsupportedVersion : .invalidArgument,
                "the categories have version \(version), and this program knows version 1"
            )
        }
        let categories = try reader.required("categories", as: .list).map(category)
        try reader.finish()
        return categories
    }

    private static func category(_ node: DocumentNode) throws -> NotificationCategory {
        var reader = try TextReader(node)
        let identifier = try reader.required("id", as: .string)
        let placeholder = try reader.optional("placeholder", as: .node).flatMap { node in
            node.isNull ? nil : try node.text()
        }
        var options: NotificationCategory.Options = []
        for (key, option) in [
            ("showTitle", NotificationCategory.Options.hiddenPreviewsShowTitle),
            ("showSubtitle", .hiddenPreviewsShowSubtitle), ("customDismiss", .customDismissAction),
        ] where try reader.optional(key, as: .bool) == true {
            options.insert(option)
        }
        let actions = try reader.optional("actions", as: .list)?.map(action) ?? []
        try reader.finish()
        return try NotificationCategory(
            identifier,
            actions: actions,
            hiddenPreviewsBodyPlaceholder: placeholder,
            options: options
        )
    }

    private static func action(_ node: DocumentNode) throws -> NotificationAction {
        var reader = try TextReader(node)
        let identifier = try reader.required("id", as: .string)
        let title = try reader.required("title", as: .string)
        var options: NotificationAction.Options = []
        for (key, option) in [
            ("authenticationRequired", NotificationAction.Options.authenticationRequired),
            ("foreground", .foreground), ("destructive", .destructive),
        ] where try reader.optional(key, as: .bool) == true {
            options.insert(option)
        }
        let takesText = try reader.optional("takesText", as: .bool) ?? false
        try reader.finish()
        return try NotificationAction(
            identifier,
            title: title,
            options: options,
            takesText: takesText
        )
    }
}
