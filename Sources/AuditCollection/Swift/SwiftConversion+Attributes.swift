import AuditFacts

#if SwiftSources
import SwiftSyntax

extension SwiftConversion {
    /// Attributes with their arguments.
    mutating func attributes(_ list: AttributeListSyntax) -> [Syntax.Attribute] {
        var attributes: [Syntax.Attribute] = []
        for case .attribute(let node) in list {
            var arguments: [Syntax.Argument] = []
            if case .argumentList(let list)? = node.arguments { arguments = self.arguments(list) }
            attributes.append(Syntax.Attribute(text(node.attributeName), arguments))
        }
        return attributes
    }

    /// Modifiers and attributes as they are written, with what holds for the type around them.
    func modifiers(_ list: DeclModifierListSyntax, _ attributes: AttributeListSyntax) -> [String] {
        var modifiers = owners.last?.availability ?? []
        for case .attribute(let node) in attributes { modifiers.append(text(node)) }
        return modifiers + list.map { text($0) }
    }

    /// The `@available` attributes among `list`.
    func availability(_ list: AttributeListSyntax) -> [String] {
        list.compactMap {
            guard case .attribute(let node) = $0, text(node.attributeName) == "available" else {
                return nil
            }
            return text(node)
        }
    }
}
#endif
