import KeyManagement
import ProtectionModel
import SystemIO

extension AgentRequest {
    /// The frame's public body.
    package var body: [UInt8] {
        var writer = ByteWriter()
        switch self {
        case .hello(let features, let directory, let process):
            writer.append(features)
            writer.append(directory.device)
            writer.append(directory.inode)
            writer.append(text: process)
        case .makeKeys(let requests, let inBackground):
            writer.append(list: requests, inBackground: inBackground)
        case .unwrap(let requests, let inBackground):
            writer.append(list: requests, inBackground: inBackground)
        case .rewrap(let request, let protection):
            request.write(to: &writer)
            protection.write(to: &writer)
        case .lock(let skippingGrace): writer.append(skippingGrace)
        case .unlock(let form), .changePasscode(let form), .removePasscode(let form),
            .recover(let form):
            form.write(to: &writer)
        case .addKey(let new, let authorization):
            new.write(to: &writer)
            writer.append(optional: authorization)
        case .removeKey(let number, let authorization):
            writer.append(number)
            writer.append(optional: authorization)
        case .renameKey(let number, let name):
            writer.append(number)
            writer.append(text: name)
        case .changeSettings(let change, let authorization):
            change.write(to: &writer)
            writer.append(optional: authorization)
        case .noteOpenHandles(let counts): writer.append(list: counts)
        case .setPasscodeRules(let rules): rules.write(to: &writer)
        case .subscribe, .status, .reboot, .shutDown, .setPasscode, .erase, .noteActivity,
            .acknowledge:
            break
        }
        return writer.bytes
    }

    /// Reads a request from untrusted bytes; nil for anything our clients do not send.
    package init?(_ type: FrameType, body: [UInt8], secretCount: Int) {
        var reader = ByteReader(body)
        guard let request = Self.parse(type, &reader, secretCount), reader.remaining == 0,
            request.takesSecrets(secretCount)
        else { return nil }
        self = request
    }

    private static func parse(
        _ type: FrameType,
        _ reader: inout ByteReader,
        _ secretCount: Int
    ) -> AgentRequest? {
        switch type {
        case .hello:
            guard let features = reader.integer(UInt32.self),
                let device = reader.integer(UInt64.self),
                let inode = reader.integer(UInt64.self), let process = reader.text()
            else { return nil }
            let directory = FileIdentity(device: device, inode: inode)
            return .hello(features: features, directory: directory, process: process)
        case .makeKeys:
            guard let requests = reader.list(of: NewKeyRequest.self, atMost: keyLimit),
                let inBackground = reader.flag()
            else { return nil }
            return .makeKeys(requests, inBackground: inBackground)
        case .unwrap:
            guard let requests = reader.list(of: UnwrapRequest.self, atMost: keyLimit),
                let inBackground = reader.flag()
            else { return nil }
            return .unwrap(requests, inBackground: inBackground)
        case .rewrap:
            guard let request = UnwrapRequest(from: &reader),
                let protection = ProtectionClass(from: &reader)
            else { return nil }
            return .rewrap(request, protection)
        case .lock: return reader.flag().map { .lock(skippingGrace: $0) }
        case .noteOpenHandles:
            return reader.list(of: OpenHandleCount.self, atMost: ProtectionClass.allCases.count)
                .map { .noteOpenHandles($0) }
        case .setPasscodeRules:
            return PasscodeRules(from: &reader).map { .setPasscodeRules($0) }
        default: return changeOfKeys(type, &reader) ?? withoutBody(type)
        }
    }

    private static func changeOfKeys(
        _ type: FrameType,
        _ reader: inout ByteReader
    ) -> AgentRequest? {
        switch type {
        case .unlock: return CredentialForm(from: &reader).map { .unlock($0) }
        case .changePasscode: return CredentialForm(from: &reader).map { .changePasscode($0) }
        case .removePasscode: return CredentialForm(from: &reader).map { .removePasscode($0) }
        case .recover: return CredentialForm(from: &reader).map { .recover($0) }
        case .addKey:
            guard let new = NewKeyForm(from: &reader),
                let authorization = reader.optional(CredentialForm.self)
            else { return nil }
            return .addKey(new, authorization)
        case .removeKey:
            guard let number = reader.integer(UInt8.self),
                let authorization = reader.optional(CredentialForm.self)
            else { return nil }
            return .removeKey(number, authorization)
        case .renameKey:
            guard let number = reader.integer(UInt8.self), let name = reader.name() else {
                return nil
            }
            return .renameKey(number, name)
        case .changeSettings:
            guard let change = SettingsChange(from: &reader),
                let authorization = reader.optional(CredentialForm.self)
            else { return nil }
            return .changeSettings(change, authorization)
        default: return nil
        }
    }

    private static func withoutBody(_ type: FrameType) -> AgentRequest? {
        switch type {
        case .subscribe: .subscribe
        case .status: .status
        case .reboot: .reboot
        case .shutDown: .shutDown
        case .setPasscode: .setPasscode
        case .erase: .erase
        case .acknowledge: .acknowledge
        case .noteActivity: .noteActivity
        default: nil
        }
    }

    private func takesSecrets(_ count: Int) -> Bool {
        let passcode = 1...Passcode.byteLimit
        return switch self {
        case .setPasscode: passcode.contains(count)
        case .unlock(let form), .removePasscode(let form): count == form.byteCount
        case .changePasscode(let old), .recover(let old):
            passcode.contains(count - old.byteCount)
        case .addKey(let new, let authorization):
            count == new.form.byteCount + (authorization?.byteCount ?? 0)
        case .removeKey(_, let authorization), .changeSettings(_, let authorization):
            count == authorization?.byteCount ?? 0
        default: count == 0
        }
    }
}

extension ByteWriter {
    fileprivate mutating func append<Value: WireValue>(list: [Value], inBackground: Bool) {
        append(list: list)
        append(inBackground)
    }
}
