import ProtectedStore
package import ProtectionModel
import SodiumCrypto

extension TrustCircle {
    /// Begins a session with a device of the circle, also while this one is locked.
    ///
    /// - Throws: ``ProtectionError`` with `not-found` without a circle, or for a device that is not in it; `not-trusted` when
    ///   either was removed; `protected-data-unavailable` before the first unlock; `busy` while eight sessions are open, or
    ///   four handshakes under way.
    package func open(
        to device: TrustedDevice.ID,
        for purpose: SessionPurpose
    ) throws(ProtectionError) -> SessionOpening {
        try ProtectionError.wrapping {
            var opening = try SessionOpening.begin(self, .initiator, for: [purpose])
            try opening.begin(with: device)
            return opening
        }
    }

    /// Begins a session with whatever device of the circle is on the other side, for when neither may have heard that
    /// the other was added.
    ///
    /// - Throws: as ``open(to:for:)``.
    package func introduce(
        for purpose: SessionPurpose
    ) throws(ProtectionError) -> SessionOpening {
        try ProtectionError.wrapping {
            var opening = try SessionOpening.begin(self, .initiator, for: [purpose])
            try opening.begin(with: nil)
            return opening
        }
    }

    /// The side that is connected to.
    ///
    /// - Throws: ``ProtectionError`` with `busy`, as ``open(to:for:)``.
    package func answer(
        for purposes: [SessionPurpose]
    ) throws(ProtectionError) -> SessionOpening {
        try ProtectionError.wrapping { try SessionOpening.begin(self, .responder, for: purposes) }
    }
}
