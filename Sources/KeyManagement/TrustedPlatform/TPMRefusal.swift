package import ProtectionModel

/// Why a chip does not do what it was asked, as the cause of a ``ProtectionError``; the tool knows
/// the way out of each.
package enum TPMRefusal: Error, Sendable, CaseIterable {
    /// Nothing is at the address, or it does not answer.
    case absent
    /// The kernel does not let this user at it.
    case notPermitted
    /// The owner's authorization is set, and was not given or is another.
    case ownerAuthorization
    /// The shared counter of wrong authorizations is at its limit; it falls by itself.
    case lockedOut
    /// It has something else to do, or no room for one more key at the moment.
    case busy
    /// What was sealed is another chip's, or this one's from before it was cleared.
    case otherChip
    /// What was sealed does not load.
    case damaged
    /// A register has another value than when it was sealed.
    case otherRegisters
    /// An NV index is gone: it was removed, or the chip was cleared.
    case indexMissing
    /// There is an NV index of that number, but it is not ours.
    case indexReplaced
    /// The chip has no room for another NV index.
    case full
    /// It was there, and went away in the middle.
    case ended
    /// It is there, and does not answer.
    case silent
    /// It keeps no registers of the bank sha256, or not all that were named.
    case registersMissing
    /// An answer does not authenticate: it was changed on the way.
    case answerForged
    /// It refuses what every TPM 2.0 of a PC can do.
    case unsupported
    /// This program was built without the trait `TPM`.
    case notBuiltIn

    /// The word for it.
    package var code: ErrorCode {
        switch self {
        case .absent, .unsupported, .notBuiltIn, .registersMissing: .chipUnavailable
        case .notPermitted, .ownerAuthorization: .permissionDenied
        case .lockedOut, .busy: .busy
        case .otherChip, .damaged, .otherRegisters, .indexMissing, .indexReplaced,
            .answerForged:
            .authenticationFailure
        case .full: .noSpace
        case .ended, .silent: .inputOutput
        }
    }

    /// What the chip at an address refuses; `detail` is its own words, such as a response code's.
    package func error(of address: String, _ detail: String? = nil) -> ProtectionError {
        let more = detail.map { ": \($0)" } ?? ""
        return ProtectionError(code, sentence("the TPM '\(address)'") + more, cause: self)
    }

    private func sentence(_ chip: String) -> String {
        switch self {
        case .absent: "\(chip) is not there"
        case .notPermitted: "\(chip) may not be used by this user"
        case .ownerAuthorization: "\(chip) asks for its owner's authorization"
        case .lockedOut: "\(chip) is locked out, after wrong authorizations of any program"
        case .busy: "\(chip) is busy"
        case .otherChip: "\(chip) is not the one that sealed this, or it was cleared since"
        case .damaged: "what \(chip) sealed is damaged"
        case .otherRegisters:
            "\(chip) opens this only after another start: a register (PCR) has changed"
        case .indexMissing:
            "\(chip) no longer has the NV index of this: it was removed, or the chip was cleared"
        case .indexReplaced: "the NV index of this in \(chip) was replaced"
        case .full: "\(chip) has no room for another NV index"
        case .ended: "\(chip) went away in the middle"
        case .silent: "\(chip) does not answer"
        case .registersMissing:
            "\(chip) does not keep all of these registers (PCR) in a bank sha256"
        case .answerForged: "an answer of \(chip) was changed on its way"
        case .unsupported: "\(chip) cannot do this"
        case .notBuiltIn: "\(chip) cannot be asked: this protectctl was built without TPM support"
        }
    }
}

extension PINAttempts {
    /// Why a PIN is not taken: it is wrong or, with none left before it, not even looked at.
    package func refusal(ofWrongPIN isWrong: Bool) -> ProtectionError {
        guard isWrong else {
            return ProtectionError(
                .passcodeDelayed,
                "after \(limit) wrong ones the TPM \(CountedPIN.isShut)",
                cause: self
            )
        }
        return ProtectionError(.passcodeIncorrect, "the PIN is wrong; \(words)", cause: self)
    }

    /// How many the chip takes before it is shut.
    var words: String { left == 0 ? "the TPM takes no more" : "the TPM takes \(left) more" }
}
