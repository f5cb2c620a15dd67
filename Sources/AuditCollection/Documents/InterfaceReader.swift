import AuditFacts
import Documents

/// Reads storyboards and xibs: their view controllers, and nothing of their layout.
struct InterfaceReader {
    /// A controller whose element is still open.
    private struct OpenController {
        let customClass: String?
        let restorationIdentifier: String?
        let location: DocumentPlace
        var hasSecureField = false
    }

    private let isStoryboard: Bool
    private var parents: [String] = []
    private var controllers: [OpenController] = []
    /// Where the element of the last controller stands among `parents`; `nil` outside of one.
    private var controllerDepth: Int?
    /// The class of a xib's file's owner.
    private var owner: String?

    /// The document `bytes` at `path`, sound or not.
    static func read(_ path: String, _ bytes: [UInt8]) -> InterfaceDocument {
        var reader = InterfaceReader(isStoryboard: TreePath.suffix(of: path) == "storyboard")
        do {
            try reader.run(bytes)
            return InterfaceDocument(path: path, controllers: reader.found)
        } catch {
            return InterfaceDocument(path: path, controllers: [], flaw: SourceFlaw(error))
        }
    }

    private init(isStoryboard: Bool) {
        self.isStoryboard = isStoryboard
    }

    private mutating func run(_ bytes: [UInt8]) throws(DocumentFault) {
        let reader = XMLReader(bytes)
        while let event = try reader.next() {
            switch event {
            case .start(let element): begin(element)
            case .end: end()
            case .text: break
            }
        }
    }

    private mutating func begin(_ element: XMLElement) {
        if parents.last == "objects", controllerDepth == nil { beginObject(element) }
        if element["secureTextEntry"] == "YES", controllerDepth != nil {
            controllers[controllers.count - 1].hasSecureField = true
        }
        parents.append(element.name)
    }

    private mutating func beginObject(_ element: XMLElement) {
        guard element.name != "placeholder" else {
            if element["placeholderIdentifier"] == "IBFilesOwner" { owner = element["customClass"] }
            return
        }
        // Besides its controller a scene may hold views and gesture recognizers.
        guard !isStoryboard || element.name.lowercased().hasSuffix("controller") else { return }
        controllerDepth = parents.count
        let isNamedAlike = element["useStoryboardIdentifierAsRestorationIdentifier"] == "YES"
        controllers.append(
            OpenController(
                customClass: element["customClass"],
                restorationIdentifier: element["restorationIdentifier"]
                    ?? (isNamedAlike ? element["storyboardIdentifier"] : nil),
                location: element.location
            )
        )
    }

    private mutating func end() {
        parents.removeLast()
        if controllerDepth == parents.count { controllerDepth = nil }
    }

    private var found: [InterfaceDocument.Controller] {
        controllers.enumerated().map { index, controller in
            // The first object of a xib is the view of its owner.
            let owner = isStoryboard || index > 0 ? nil : owner
            return InterfaceDocument.Controller(
                customClass: owner ?? controller.customClass,
                restorationIdentifier: controller.restorationIdentifier,
                hasSecureField: controller.hasSecureField,
                place: SourcePlace(controller.location)
            )
        }
    }
}
