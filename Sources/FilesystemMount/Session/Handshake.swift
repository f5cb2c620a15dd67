import ProtectionModel
import SystemIO
import SystemPackage

/// The exchange that every mount begins with: the kernel offers, the file system chooses.
struct Handshake {
    /// A message of INIT has at most 104 bytes; the kernel demands room for at least 8 KiB.
    private static let bufferByteCount = 64 << 10
    /// The kernel sends its offer as soon as it mounts.
    private static let patience = Duration.seconds(10)

    let device: MountDevice
    let maxWrite: Int
    let unwanted: Capabilities

    /// Waits for the offer and answers it.
    ///
    /// - Throws: ``ProtectionError``: `unsupportedVersion` for a kernel that is too old, `timedOut`
    ///   when no offer comes, `inputOutput`.
    func perform() throws(ProtectionError) -> Agreement {
        do {
            var buffer = try TransferBuffer(count: Self.bufferByteCount)
            while true {
                let (header, offer) = try receive(&buffer)
                if offer.major > Agreement.major {
                    // A newer kernel offers again what we speak.
                    try answer(Self.ourVersion, header)
                    continue
                }
                return try agree(on: offer, header)
            }
        } catch let error as ProtectionError {
            throw error
        } catch {
            throw ProtectionError(.inputOutput, "the mount does not answer: \(error)", cause: error)
        }
    }

    private func receive(
        _ buffer: inout TransferBuffer
    ) throws -> (RequestHeader, InitializeRequest) {
        while true {
            var entries = [Poll.Entry(device.descriptor)]
            try Poll.wait(&entries, timeout: Self.patience)
            guard entries[0].hasInput else {
                throw ProtectionError(.timedOut, "the kernel did not answer the mount")
            }
            switch try device.read(into: &buffer) {
            case .nothing: continue
            case .end: throw SystemError(.operationNotSupportedByDevice, call: "read")
            case .request(let count):
                return try buffer.withBytes(0..<count) { bytes in
                    guard let header = RequestHeader(bytes),
                        case .initialize(let offer) = try Request(header, of: bytes)
                    else { throw SystemError(.protocolError, call: "read") }
                    return (header, offer)
                }
            }
        }
    }

    private func agree(
        on offer: InitializeRequest,
        _ header: RequestHeader
    ) throws -> Agreement {
        do {
            let agreement = try Agreement(answering: offer, maxWrite: maxWrite, without: unwanted)
            try answer(.initialize(agreement), header)
            return agreement
        } catch let error as Errno {
            let message = Reply.failure(error, for: header.unique)
            try? device.write(message.span.bytes)
            throw ProtectionError(
                .unsupportedVersion,
                "the kernel speaks version \(offer.major).\(offer.minor) of the FUSE protocol, and "
                    + "\(Agreement.major).\(Agreement.oldestMinor) (Linux 5.4) or later is needed"
            )
        }
    }

    private func answer(_ reply: Reply, _ header: RequestHeader) throws {
        try device.write(reply.message(for: header.unique).span.bytes)
    }

    /// What a kernel of a later major version is told: only the version counts.
    private static var ourVersion: Reply {
        var bytes = [UInt8](repeating: 0, count: Agreement.byteCount)
        bytes[0] = UInt8(Agreement.major)
        bytes[4] = UInt8(Agreement.newestMinor)
        return .bytes(bytes)
    }
}
