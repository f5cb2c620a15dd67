import PolicyAudit
import StructuredText

/// What a file of an audited tree holds.
enum CollectedInput: Sendable {
    case document(PropertyDocument)
    case interface(InterfaceDocument)
    case code(CodeFile)
    case manifest(CodeFile)
    case settings(SettingsFile)
    case xcodeProject(TextNode)
    case specification
    case unread(UnreadInput)
    /// Nothing that an audit asks for.
    case nothing
}
