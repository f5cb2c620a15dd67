import ProtectionModel

/// What the schema's grants let a user do in the public database; in the others all is allowed.
struct RecordPermissions {
    let schema: RecordSchema
    let request: RecordRequest

    /// Whether the user may do something with a record that there is, or make one.
    func allows(
        _ permission: RecordGrant.Permission,
        ofType name: String,
        creator: String?
    ) -> Bool {
        guard request.database.scope == .public else { return true }
        if name == RecordSchema.userType, permission != .read {
            return creator != nil && creator == request.user?.id
        }
        let grants = schema[name]?.grants ?? RecordGrant.standard
        return grants.contains { grant in
            grant.permissions.contains(permission) && has(grant.role, creator: creator)
        }
    }

    private func has(_ role: String, creator: String?) -> Bool {
        switch role {
        case RecordGrant.world: true
        case RecordGrant.signedIn: request.user != nil
        case RecordGrant.creator: creator != nil && creator == request.user?.id
        default: request.user?.roles.contains(role) == true
        }
    }

    /// Refuses what ``allows(_:ofType:creator:)`` does not allow.
    func check(
        _ permission: RecordGrant.Permission,
        of id: RecordID,
        type: String,
        creator: String?
    ) throws(ProtectionError) {
        guard allows(permission, ofType: type, creator: creator) else {
            throw ProtectionError(
                .permissionDenied,
                "'\(id)': the schema grants this user no \(permission.rawValue) of '\(type)'"
            )
        }
    }
}
