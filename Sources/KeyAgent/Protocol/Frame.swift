/// A whole message.
package struct Frame: Sendable {
    /// A ``FrameType``, or something this code does not know.
    package let type: UInt16
    /// Chosen by the client and repeated in the reply; 0 where no reply is due.
    package let request: UInt64
    /// The lock epoch of the agent at the time of a reply or notice.
    package let epoch: UInt64
    /// The part that is not secret.
    package let body: [UInt8]
    /// The secret part; nil when there is none.
    package let secrets: SecretPayload?

    /// Gathers the parts.
    package init(
        _ type: FrameType,
        request: UInt64 = 0,
        epoch: UInt64 = 0,
        body: [UInt8] = [],
        secrets: SecretPayload? = nil
    ) {
        self.init(
            rawType: type.rawValue,
            request: request,
            epoch: epoch,
            body: body,
            secrets: secrets
        )
    }

    /// Gathers the parts of a frame whose type may be unknown.
    package init(
        rawType: UInt16,
        request: UInt64,
        epoch: UInt64,
        body: [UInt8],
        secrets: SecretPayload?
    ) {
        type = rawType
        self.request = request
        self.epoch = epoch
        self.body = body
        self.secrets = secrets
    }

    /// Header, body and secrets.
    var byteCount: Int { FrameHeader.byteCount + body.count + (secrets?.count ?? 0) }

    /// Header and body, ready to be sent; the secrets follow.
    var publicBytes: [UInt8] {
        FrameHeader(
            type: type,
            request: request,
            epoch: epoch,
            bodyCount: body.count,
            secretCount: secrets?.count ?? 0
        ).encode() + body
    }
}
