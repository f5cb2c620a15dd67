package import KeyManagement
package import ProtectionModel

extension AgentKeyService: KeyService {
    package func volumeKeys() throws -> VolumeKeys {
        try liveVolumeKeys()
    }

    package func makeKeys(_ requests: [NewKeyRequest]) throws -> [NewKey] {
        try Self.checkCount(requests.count)
        guard !requests.isEmpty else { return [] }
        let connection = connection
        return try connection.ask(.makeKeys(requests, inBackground: DeviceUse.isInBackground)) {
            frame in
            guard let reply = MakeKeysReply(wireBytes: frame.body),
                reply.wrapped.map(\.protection) == requests.map(\.protection)
            else { throw AgentConnection.malformed }
            var keys: [NewKey] = []
            for (index, wrapped) in reply.wrapped.enumerated() {
                let key = try connection.keys.install(index, of: frame, as: wrapped.protection)
                keys.append(NewKey(key: key, wrapped: wrapped))
            }
            return keys
        }
    }

    package func unwrap(
        _ requests: [UnwrapRequest]
    ) throws -> [Result<SecretBox, ProtectionError>] {
        try Self.checkCount(requests.count)
        guard !requests.isEmpty else { return [] }
        let connection = connection
        return try connection.ask(.unwrap(requests, inBackground: DeviceUse.isInBackground)) {
            frame in
            guard let reply = UnwrapReply(wireBytes: frame.body),
                reply.failures.count == requests.count
            else { throw AgentConnection.malformed }
            var received = 0
            return zip(requests, reply.failures).map { request, failure in
                if let failure { return .failure(failure) }
                defer { received += 1 }
                return Result(of: "a file key from the agent") {
                    try connection.keys.install(
                        received,
                        of: frame,
                        as: request.wrapped.protection
                    )
                }
            }
        }
    }

    package func rewrap(
        _ request: UnwrapRequest,
        to protection: ProtectionClass
    ) throws -> WrappedKey {
        try connection.ask(.rewrap(request, protection))
    }

    package func status() throws -> DeviceStatus {
        try agentStatus().device
    }

    package func observe(
        _ observer: @escaping @Sendable (LockNotice) -> Void
    ) -> LockObservation {
        connection.keys.observers.add(observer)
    }

    private static func checkCount(_ count: Int) throws {
        guard count <= AgentRequest.keyLimit else {
            throw ProtectionError(
                .invalidArgument,
                "one request is for at most \(AgentRequest.keyLimit) keys"
            )
        }
    }
}
