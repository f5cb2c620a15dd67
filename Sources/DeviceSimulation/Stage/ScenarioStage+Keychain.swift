import DeviceIdentifiers
import ProtectedKeychain
import ProtectionModel
import SodiumCrypto

/// The keychain of a scenario's device.
extension ScenarioStage {
    func useKeychain(_ operation: StepOperation) throws -> StepFacts {
        do {
            switch operation {
            case .addPassword(let password, let content, let accessibility):
                var query = query(password)
                query.access = accessibility.map { ItemAccess($0) }
                query.secret = secret(content)
                _ = try items(password).add(query)
                return StepFacts()
            case .readPassword(let password):
                var query = query(password)
                query.returns = .data
                return facts(of: try items(password).matching(query))
            case .updatePassword(let password, let content, let accessibility):
                var change = ItemChange()
                change.access = accessibility.map { ItemAccess($0) }
                change.secret = content.map { secret($0) }
                try items(password).update(query(password), change)
                return StepFacts()
            case .removePassword(let password):
                try items(password).delete(query(password))
                return StepFacts()
            default: throw ProtectionError(.internalError, "not a step about the keychain")
            }
        } catch let error as ProtectionError {
            throw ProtectionError(error.code, error.description)
        }
    }

    private func items(_ password: StepPassword) -> ItemStore {
        let groups = (password.group.map { [$0] } ?? []) + [password.application.description]
        return ItemStore(device.documents, .these(groups))
    }

    private func query(_ password: StepPassword) -> ItemQuery {
        .password(
            .service(password.service),
            account: password.account,
            group: password.group
        )
    }

    private func secret(_ content: StepContent) -> ItemSecret {
        ItemSecret(content.bytes.span.bytes)
    }

    private func facts(of found: [ItemStore.Found]) -> StepFacts {
        var facts = StepFacts()
        facts.note(found.first?.item?.secret?.withBytes { $0.array } ?? [])
        return facts
    }
}
