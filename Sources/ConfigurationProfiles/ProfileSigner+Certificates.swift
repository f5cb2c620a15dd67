#if SignedProfiles
import FoundationEssentials
import ProtectionModel
import SwiftASN1
import X509

extension ProfileSigner {
    /// Takes the signer's certificate and the others behind it.
    init(_ certificates: [Certificate]) throws(ProfileError) {
        do {
            self.init(
                subject: certificates[0].subject.description,
                issuer: certificates[0].issuer.description,
                notBefore: Timestamp(certificates[0].notValidBefore),
                notAfter: Timestamp(certificates[0].notValidAfter),
                certificates: try certificates.map {
                    var serializer = DER.Serializer()
                    try $0.serialize(into: &serializer)
                    return serializer.serializedBytes
                }
            )
        } catch { throw SignedMessage.unreadable }
    }
}

extension Timestamp {
    fileprivate init(_ date: Date) {
        self.init(seconds: Int64(date.timeIntervalSince1970.rounded(.down)))
    }
}
#endif
