#if TPM
import CTSS
package import KeyManagement
import ProtectionModel

/// A response code of the chip's, or of the libraries on the way to it (TCG TSS 2.0 overview, 3.5).
package struct TPMFailure: Error {
    let code: TSS2_RC

    /// A code.
    package init(code: UInt32) { self.code = code }

    /// Throws unless the code says success.
    static func check(_ code: TSS2_RC) throws(TPMFailure) {
        guard code == TSS2_RC_SUCCESS else { throw TPMFailure(code: code) }
    }

    /// The chip's own code, without the parameter or session that it is about (TPM 2.0 part 1, 39);
    /// nil when something on the way to it failed.
    var response: TPM2_RC? {
        let layer = code & shim_rc_layer_mask
        guard layer == 0 || layer == shim_rc_resource_manager_layer else { return nil }
        let response = code & 0xFFFF
        return response & shim_rc_format_one != 0 ? response & 0xBF : response & 0x97F
    }

    /// Whether the chip said that an authorization is wrong.
    var isWrongAuthorization: Bool {
        response == shim_rc_auth_fail || response == shim_rc_bad_auth
    }

    /// Whether it says nothing about what was asked, only that it cannot be answered now.
    package var isPassing: Bool { [.ended, .busy, .lockedOut, .answerForged].contains(refusal) }

    /// What it comes to.
    package var refusal: TPMRefusal {
        switch response {
        case nil: isForgedAnswer ? .answerForged : isOfConnection ? .ended : ofLibrary
        case shim_rc_lockout: .lockedOut
        case let code? where code & shim_rc_severity == shim_rc_warning: .busy
        case shim_rc_nv_space: .full
        case shim_rc_integrity: .damaged
        case shim_rc_auth_fail, shim_rc_bad_auth, shim_rc_auth_unavailable: .ownerAuthorization
        case shim_rc_policy_fail: .otherRegisters
        default: .unsupported
        }
    }

    private var ofLibrary: TPMRefusal {
        switch code & 0xFFFF {
        case shim_rc_library_memory: .busy
        // Whatever ended the call before, such as that of a flush, of which nobody takes note.
        case shim_rc_library_sequence: .ended
        default: .unsupported
        }
    }

    /// Whether the chip finds fault with what it was given, and not with itself or the moment.
    package var isAboutParameter: Bool {
        guard let response else { return true }
        let isOfParameter = shim_rc_format_one | shim_rc_parameter
        return response & shim_rc_format_one != 0 && code & isOfParameter == isOfParameter
    }

    private var isOfConnection: Bool { code & shim_rc_layer_mask == shim_rc_tcti_layer }

    private var isForgedAnswer: Bool { code == shim_rc_forged_answer }

    /// The same in our words.
    func error(of address: String) -> ProtectionError {
        let words = Tss2_RC_Decode(code).map { String(cString: $0) } ?? ""
        let refusal = refusal
        let needsWords = refusal == .unsupported || refusal == .ended
        return refusal.error(of: address, needsWords ? words : nil)
    }
}
#endif
