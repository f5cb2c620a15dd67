import DeviceIdentifiers
import Documents
import ProtectedKeychain
import ProtectionModel

/// What is done with the keychain.
extension StepReader {
    /// The application of steps that name none.
    private static let application = "com.example.app"

    /// The operation with its arguments; nil for the name of another.
    func keychainOperation(
        _ name: StepName,
        _ reader: inout TextReader
    ) throws(DocumentFault) -> StepOperation? {
        switch name {
        case .keychainAdd:
            let password = try password(&reader)
            let accessibility = try reader.optional("accessible", as: .accessibility)
            return .addPassword(password, try content(&reader), accessibility)
        case .keychainGet: return .readPassword(try password(&reader))
        case .keychainRemove: return .removePassword(try password(&reader))
        case .keychainUpdate:
            let password = try password(&reader)
            let accessibility = try reader.optional("accessible", as: .accessibility)
            let hasContent = reader.entries.contains { $0.key == "text" || $0.key == "hex" }
            guard hasContent || accessibility != nil else {
                throw DocumentFault(
                    "missing key 'text', 'hex' or 'accessible'",
                    at: reader.location
                )
            }
            let content = hasContent ? try content(&reader) : nil
            return .updatePassword(password, content, accessibility)
        default: return nil
        }
    }

    private func password(_ reader: inout TextReader) throws(DocumentFault) -> StepPassword {
        let application: BundleIdentifier
        if let named = try reader.optional("app", as: .application) {
            application = named
        } else {
            do { application = try BundleIdentifier(Self.application) } catch {
                throw DocumentFault(error.message, at: reader.location)
            }
        }
        return StepPassword(
            service: try reader.optional("service", as: .string) ?? "",
            account: try reader.optional("account", as: .string) ?? "",
            application: application,
            group: try reader.optional("group", as: .string)
        )
    }
}

extension TextKind where Value == Accessibility {
    fileprivate static var accessibility: Self {
        Self { node throws(DocumentFault) in
            let words = Accessibility.allCases.map(\.name)
            let word = try node.text()
            guard let accessibility = Accessibility(named: word) else {
                throw DocumentFault(
                    "'\(word)' is not one of \(words.joined(separator: ", "))",
                    at: node.location
                )
            }
            return accessibility
        }
    }
}
