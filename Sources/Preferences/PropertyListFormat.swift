/// How a property list is written.
public enum PropertyListFormat: String, Sendable, Hashable {
    case binary
    case xml
}
