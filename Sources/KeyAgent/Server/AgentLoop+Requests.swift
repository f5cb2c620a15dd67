import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO

extension AgentLoop {
    /// What a reply holds besides its header.
    private struct Answer {
        var body: [UInt8] = []
        var secrets: SecretPayload?
    }

    /// Does what a frame asks for and queues the reply, if it is due now.
    func handle(_ frame: Frame, of client: AgentClient) {
        let epoch = holder.epoch
        do {
            let request = try parse(frame)
            try checkIntroduction(request, client)
            guard let answer = try answer(request, frame, client) else { return }
            deliverNotices(upTo: epoch)
            client.send(
                Frame(
                    .reply,
                    request: frame.request,
                    epoch: epoch,
                    body: answer.body,
                    secrets: answer.secrets
                )
            )
        } catch {
            let error = ProtectionError(error, "the key agent")
            deliverNotices(upTo: epoch)
            client.send(.failure(error, to: frame.request, epoch: epoch))
        }
    }

    private func parse(_ frame: Frame) throws -> AgentRequest {
        guard let type = FrameType(rawValue: frame.type) else {
            throw ProtectionError(
                .unsupportedVersion,
                "the agent knows no request of type \(frame.type)"
            )
        }
        guard
            let request = AgentRequest(
                type,
                body: frame.body,
                secretCount: frame.secrets?.count ?? 0
            )
        else { throw ProtectionError(.invalidArgument, "the request is malformed") }
        return request
    }

    /// Hello comes first and may forgo keys; a client that gets keys must hear of discards.
    private func checkIntroduction(
        _ request: AgentRequest,
        _ client: AgentClient
    ) throws {
        switch request {
        case .hello: return
        case .makeKeys, .unwrap:
            guard client.isSubscribed else {
                throw ProtectionError(.invalidArgument, "keys are given to subscribers only")
            }
        default:
            guard client.standing != .unknown else {
                throw ProtectionError(.invalidArgument, "a conversation begins with hello")
            }
            guard client.standing == .keys || request.needsNoKeys else {
                throw ProtectionError(
                    .permissionDenied,
                    "a connection without keys can lock, restart and switch off the device, and "
                        + "ask how it stands"
                )
            }
            // A client that does not fetch its answers gains no time with more questions.
            if client.standing == .control, client.outgoing.byteCount == 0 {
                client.idleDeadline = now + limits.progress
            }
        }
    }

    /// Nil when the reply comes later or never.
    private func answer(
        _ request: AgentRequest,
        _ frame: Frame,
        _ client: AgentClient
    ) throws -> Answer? {
        switch request {
        case .hello(let features, let directory, let process):
            try checkIsMeant(directory, client)
            return try greet(client, features, process)
        case .subscribe: client.isSubscribed = true
        case .makeKeys(let requests, let inBackground):
            return try DeviceUse.$isInBackground.withValue(inBackground) { try makeKeys(requests) }
        case .unwrap(let requests, let inBackground):
            return try DeviceUse.$isInBackground.withValue(inBackground) { try unwrap(requests) }
        case .rewrap(let request, let protection):
            return Answer(body: try holder.rewrap(request, to: protection).wireBytes)
        case .status: return Answer(body: try status().wireBytes)
        case .noteOpenHandles(let counts):
            client.openHandles = counts
            return nil
        case .noteActivity:
            holder.noteActivity()
            return nil
        case .acknowledge:
            tracker.acknowledge(client: client.id, epoch: frame.epoch)
            return nil
        case .unlock, .setPasscode, .changePasscode, .removePasscode, .recover, .addKey,
            .removeKey, .renameKey, .changeSettings, .erase, .setPasscodeRules:
            try submit(request, frame, client)
            return nil
        case .lock, .reboot, .shutDown:
            try control(request, frame, client)
            return nil
        }
        return Answer()
    }

    /// What follows such a hello is for another agent too, so it is not read.
    private func checkIsMeant(
        _ directory: FileIdentity,
        _ client: AgentClient
    ) throws {
        guard directory != holder.directoryIdentity else { return }
        client.isLeaving = true
        throw ProtectionError(
            .agentUnreachable,
            "the key agent at '\(server.endpoint.path)' serves another directory"
        )
    }

    private func greet(
        _ client: AgentClient,
        _ features: UInt32,
        _ process: String
    ) throws -> Answer {
        // What the first one was given cannot be taken back.
        guard client.standing == .unknown else {
            throw ProtectionError(.invalidArgument, "a conversation has one hello")
        }
        let isControl = features & HelloReply.withoutKeys != 0
        if !isControl { try checkMayHaveKeys(client) }
        let reply = HelloReply(
            features: features & HelloReply.withoutKeys,
            deviceID: holder.deviceID,
            suite: holder.suite,
            status: try holder.status(),
            autoLock: holder.settings.autoLock
        )
        let secrets = isControl ? nil : try volumeKeys()
        client.process = ClientProcess(identifier: client.peer.process, name: process)
        client.standing = isControl ? .control : .keys
        client.idleDeadline = isControl ? now + limits.progress : nil
        return Answer(body: reply.wireBytes, secrets: secrets)
    }

    private func checkMayHaveKeys(_ client: AgentClient) throws {
        guard client.peer.user == server.allowedUser else {
            throw ProtectionError(
                .permissionDenied,
                "the key agent belongs to another user and gives keys to that user alone"
            )
        }
        guard hasRoomForKeys else {
            client.isLeaving = true
            throw ProtectionError(
                .busy,
                "\(limits.clients) programs use the device, and its agent has no room for more"
            )
        }
    }

    private func volumeKeys() throws -> SecretPayload {
        let volume = try holder.volumeKeys()
        do {
            let secrets = try SecretPayload(count: VolumeKeys.byteCount, arena: holder.arena)
            try secrets.store(volume.bytes, at: 0)
            return secrets
        } catch { throw ProtectionError(error, "the volume keys") }
    }

    private func makeKeys(_ requests: [NewKeyRequest]) throws -> Answer {
        let keys = try holder.makeKeys(requests)
        do {
            return Answer(
                body: MakeKeysReply(wrapped: keys.map(\.wrapped)).wireBytes,
                secrets: try .keys(keys.map(\.key), arena: holder.arena)
            )
        } catch { throw ProtectionError(error, "new file keys") }
    }

    private func unwrap(_ requests: [UnwrapRequest]) throws -> Answer {
        let results = try holder.unwrap(requests)
        do {
            return try answer(results)
        } catch {
            // A discard on the worker's thread took keys that were open a moment ago; a second
            // attempt shows which.
            guard error.code == .secretWiped else { throw ProtectionError(error, "file keys") }
        }
        let again = try holder.unwrap(requests)
        do { return try answer(again) } catch {
            throw ProtectionError(error, "file keys")
        }
    }

    private func answer(
        _ results: [Result<SecretBox, ProtectionError>]
    ) throws(CryptoError) -> Answer {
        var keys: [SecretBox] = []
        var failures: [ProtectionError?] = []
        for result in results {
            switch result {
            case .success(let key):
                keys.append(key)
                failures.append(nil)
            case .failure(let error): failures.append(error)
            }
        }
        return Answer(
            body: UnwrapReply(failures: failures).wireBytes,
            secrets: try .keys(keys, arena: holder.arena)
        )
    }

    private func status() throws -> AgentStatus {
        var openHandles: UInt64 = 0
        var busy: [BusyClient] = []
        let users = clients.values.filter { !$0.openHandles.isEmpty }
        for client in users.sorted(by: { $0.id < $1.id }) {
            for entry in client.openHandles where entry.count > 0 {
                openHandles += UInt64(entry.count)
                busy.append(
                    BusyClient(process: client.process, protection: entry.protection)
                )
            }
        }
        return AgentStatus(
            device: try holder.status(),
            settings: holder.settings,
            openHandles: openHandles,
            busy: busy,
            deviceKey: server.deviceKey,
            session: server.session(),
            onLock: server.programs[.lock],
            onUnlock: server.programs[.unlock]
        )
    }

    private func checkOutstanding(_ client: AgentClient) throws {
        let outstanding = client.passcodeRequests + tracker.outstandingReplies(of: client.id)
        guard outstanding < limits.outstandingRequests else {
            throw ProtectionError(
                .busy,
                "too many requests of this client are waiting for an answer"
            )
        }
    }

    /// What changes the lock state at once; the reply waits for acknowledgements.
    private func control(
        _ request: AgentRequest,
        _ frame: Frame,
        _ client: AgentClient
    ) throws {
        try checkOutstanding(client)
        switch request {
        case .lock(let skippingGrace): try holder.lock(skippingGrace: skippingGrace)
        case .reboot: try holder.reboot()
        default: try holder.shutDown()
        }
        deliverNotices()
        tracker.hold(client: client.id, request: frame.request, epoch: holder.epoch)
    }

    /// What takes long: stretching a passcode, or waiting for the disk.
    private func submit(
        _ request: AgentRequest,
        _ frame: Frame,
        _ client: AgentClient
    ) throws {
        try checkOutstanding(client)
        client.passcodeRequests += 1
        let holder = holder
        let secrets = frame.secrets
        let count = holder.revocationCount
        worker.submit(client: client.id, request: frame.request) {
            try PasscodeRequest(request, secrets: secrets).run(on: holder, since: count)
        }
    }
}
