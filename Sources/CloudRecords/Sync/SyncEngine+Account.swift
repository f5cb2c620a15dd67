import ProtectionModel
import SodiumCrypto

/// Whose records they are.
extension SyncEngine {
    /// Tells the app when another user is signed in, or nobody.
    ///
    /// State and pending changes of the user before are dropped then, so that none of them comes to
    /// another (`CKSyncEngineAccountChangeEvent`). What was noted while nobody was signed in goes to
    /// who signs in next.
    ///
    /// - Returns: who is signed in.
    /// - Throws: ``ProtectionError`` with `not-authenticated` when there is nobody to go on for, or
    ///   the account cannot be used at the moment: nothing is dropped for that.
    func checkAccount() throws -> CloudPerson {
        let account = database.container.account
        let before = read { $0.user }
        guard account.status != .none else {
            if before != nil { try change(to: nil, from: before) }
            throw ProtectionError(.notAuthenticated, "nobody is signed in to the cloud")
        }
        let person = try account.signedIn()
        let digest = GenericHash.hash(of: Array(person.account.utf8))
        if before?.account == digest { return person }
        let user = try database.container.pinned(to: person).userID()
        try change(to: SyncState.User(account: digest, id: user.name), from: before)
        return person
    }

    private func change(to user: SyncState.User?, from before: SyncState.User?) throws {
        let old = read { $0 }
        update { state in
            if before != nil {
                let number = state.number
                state = SyncState()
                state.number = number
            }
            state.user = user
        }
        let change = SyncEvent.AccountChange(
            previous: before.map { RecordID($0.id) },
            current: user.map { RecordID($0.id) },
            dropped: before == nil ? [] : old.pendingRecordChanges
        )
        do { try tell(.accountChange(change)) } catch {
            // What the app did not take is told again.
            update { $0 = old }
            throw error
        }
        try keepState()
    }
}
