import DeviceIdentifiers
import Foundation
import ProtectedKeychain
import TestSupport
import Testing

@Suite("The platform's interface")
struct InterfaceTests {
    /// Texts by which code of others may have stored something: `SecItemConstants.c`.
    private static var words: [(CFString, String)] {
        [
            (kSecClass, "class"),
            (kSecClassGenericPassword, "genp"),
            (kSecClassInternetPassword, "inet"),
            (kSecClassCertificate, "cert"),
            (kSecClassKey, "keys"),
            (kSecClassIdentity, "idnt"),
            (kSecReturnData, "r_Data"),
            (kSecReturnAttributes, "r_Attributes"),
            (kSecReturnRef, "r_Ref"),
            (kSecReturnPersistentRef, "r_PersistentRef"),
            (kSecValueData, "v_Data"),
            (kSecValueRef, "v_Ref"),
            (kSecValuePersistentRef, "v_PersistentRef"),
            (kSecMatchLimit, "m_Limit"),
            (kSecMatchLimitOne, "m_LimitOne"),
            (kSecMatchLimitAll, "m_LimitAll"),
            (kSecMatchCaseInsensitive, "m_CaseInsensitive"),
            (kSecMatchPolicy, "m_Policy"),
            (kSecMatchItemList, "m_ItemList"),
            (kSecMatchSearchList, "m_SearchList"),
            (kSecMatchIssuers, "m_Issuers"),
            (kSecMatchEmailAddressIfPresent, "m_EmailAddressIfPresent"),
            (kSecMatchSubjectContains, "m_SubjectContains"),
            (kSecMatchTrustedOnly, "m_TrustedOnly"),
            (kSecMatchValidOnDate, "m_ValidOnDate"),
            (kSecUseAuthenticationUI, "u_AuthUI"),
            (kSecUseAuthenticationUIAllow, "u_AuthUIA"),
            (kSecUseAuthenticationUIFail, "u_AuthUIF"),
            (kSecUseAuthenticationUISkip, "u_AuthUIS"),
            (kSecUseNoAuthenticationUI, "u_NoAuthUI"),
            (kSecUseAuthenticationContext, "u_AuthCtx"),
            (kSecUseOperationPrompt, "u_OpPrompt"),
            (kSecUseDataProtectionKeychain, "nleg"),
            (kSecUseItemList, "u_ItemList"),
            (kSecAttrAccessible, "pdmn"),
            (kSecAttrAccessControl, "accc"),
            (kSecAttrAccessGroup, "agrp"),
            (kSecAttrSynchronizable, "sync"),
            (kSecAttrSynchronizableAny, "syna"),
            (kSecAttrCreationDate, "cdat"),
            (kSecAttrModificationDate, "mdat"),
            (kSecAttrLabel, "labl"),
            (kSecAttrAccount, "acct"),
            (kSecAttrService, "svce"),
            (kSecAttrGeneric, "gena"),
            (kSecAttrDescription, "desc"),
            (kSecAttrComment, "icmt"),
            (kSecAttrCreator, "crtr"),
            (kSecAttrType, "type"),
            (kSecAttrIsInvisible, "invi"),
            (kSecAttrIsNegative, "nega"),
            (kSecAttrSecurityDomain, "sdmn"),
            (kSecAttrServer, "srvr"),
            (kSecAttrProtocol, "ptcl"),
            (kSecAttrAuthenticationType, "atyp"),
            (kSecAttrPort, "port"),
            (kSecAttrPath, "path"),
            (kSecAttrCertificateType, "ctyp"),
            (kSecAttrCertificateEncoding, "cenc"),
            (kSecAttrSubject, "subj"),
            (kSecAttrIssuer, "issr"),
            (kSecAttrSerialNumber, "slnr"),
            (kSecAttrSubjectKeyID, "skid"),
            (kSecAttrPublicKeyHash, "pkhh"),
            (kSecAttrKeyClass, "kcls"),
            (kSecAttrApplicationLabel, "klbl"),
            (kSecAttrApplicationTag, "atag"),
            (kSecAttrKeyType, "type"),
            (kSecAttrKeySizeInBits, "bsiz"),
            (kSecAttrEffectiveKeySize, "esiz"),
            (kSecAttrIsPermanent, "perm"),
            (kSecAttrIsSensitive, "sens"),
            (kSecAttrIsExtractable, "extr"),
            (kSecAttrCanEncrypt, "encr"),
            (kSecAttrCanDecrypt, "decr"),
            (kSecAttrCanDerive, "drve"),
            (kSecAttrCanSign, "sign"),
            (kSecAttrCanVerify, "vrfy"),
            (kSecAttrCanWrap, "wrap"),
            (kSecAttrCanUnwrap, "unwp"),
            (kSecAttrTokenID, "tkid"),
            (kSecAttrTokenIDSecureEnclave, "com.apple.setoken"),
            (kSecPrivateKeyAttrs, "private"),
            (kSecPublicKeyAttrs, "public"),
            (kSecAttrAccessibleWhenUnlocked, "ak"),
            (kSecAttrAccessibleAfterFirstUnlock, "ck"),
            (kSecAttrAccessibleAlways, "dk"),
            (kSecAttrAccessibleWhenUnlockedThisDeviceOnly, "aku"),
            (kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, "cku"),
            (kSecAttrAccessibleAlwaysThisDeviceOnly, "dku"),
            (kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, "akpu"),
            (kSecAttrProtocolFTP, "ftp "),
            (kSecAttrProtocolFTPAccount, "ftpa"),
            (kSecAttrProtocolHTTP, "http"),
            (kSecAttrProtocolIRC, "irc "),
            (kSecAttrProtocolNNTP, "nntp"),
            (kSecAttrProtocolPOP3, "pop3"),
            (kSecAttrProtocolSMTP, "smtp"),
            (kSecAttrProtocolSOCKS, "sox "),
            (kSecAttrProtocolIMAP, "imap"),
            (kSecAttrProtocolLDAP, "ldap"),
            (kSecAttrProtocolAppleTalk, "atlk"),
            (kSecAttrProtocolAFP, "afp "),
            (kSecAttrProtocolTelnet, "teln"),
            (kSecAttrProtocolSSH, "ssh "),
            (kSecAttrProtocolFTPS, "ftps"),
            (kSecAttrProtocolHTTPS, "htps"),
            (kSecAttrProtocolHTTPProxy, "htpx"),
            (kSecAttrProtocolHTTPSProxy, "htsx"),
            (kSecAttrProtocolFTPProxy, "ftpx"),
            (kSecAttrProtocolSMB, "smb "),
            (kSecAttrProtocolRTSP, "rtsp"),
            (kSecAttrProtocolRTSPProxy, "rtsx"),
            (kSecAttrProtocolDAAP, "daap"),
            (kSecAttrProtocolEPPC, "eppc"),
            (kSecAttrProtocolIPP, "ipp "),
            (kSecAttrProtocolNNTPS, "ntps"),
            (kSecAttrProtocolLDAPS, "ldps"),
            (kSecAttrProtocolTelnetS, "tels"),
            (kSecAttrProtocolIMAPS, "imps"),
            (kSecAttrProtocolIRCS, "ircs"),
            (kSecAttrProtocolPOP3S, "pops"),
            (kSecAttrAuthenticationTypeNTLM, "ntlm"),
            (kSecAttrAuthenticationTypeMSN, "msna"),
            (kSecAttrAuthenticationTypeDPA, "dpaa"),
            (kSecAttrAuthenticationTypeRPA, "rpaa"),
            (kSecAttrAuthenticationTypeHTTPBasic, "http"),
            (kSecAttrAuthenticationTypeHTTPDigest, "httd"),
            (kSecAttrAuthenticationTypeHTMLForm, "form"),
            (kSecAttrAuthenticationTypeDefault, "dflt"),
            (kSecAttrKeyClassPublic, "0"),
            (kSecAttrKeyClassPrivate, "1"),
            (kSecAttrKeyClassSymmetric, "2"),
            (kSecAttrKeyTypeRSA, "42"),
            (kSecAttrKeyTypeEC, "73"),
            (kSecAttrKeyTypeECSECPrimeRandom, "73"),
        ]
    }

    /// `SecBase.h`.
    private static let statuses: [(OSStatus, Int32)] = [
        (errSecSuccess, 0), (noErr, 0),
        (errSecUnimplemented, -4),
        (errSecDiskFull, -34),
        (errSecIO, -36),
        (errSecParam, -50),
        (errSecAllocate, -108),
        (errSecUserCanceled, -128),
        (errSecBadReq, -909),
        (errSecInternalComponent, -2_070),
        (errSecNotAvailable, -25_291),
        (errSecReadOnly, -25_292),
        (errSecAuthFailed, -25_293),
        (errSecNoSuchKeychain, -25_294),
        (errSecInvalidKeychain, -25_295),
        (errSecDuplicateItem, -25_299),
        (errSecItemNotFound, -25_300),
        (errSecNoSuchAttr, -25_303),
        (errSecInvalidItemRef, -25_304),
        (errSecNoSuchClass, -25_306),
        (errSecInteractionNotAllowed, -25_308),
        (errSecDataTooLarge, -25_302),
        (errSecDecode, -26_275),
        (errSecMissingEntitlement, -34_018),
        (errSecVerifyFailed, -67_808),
    ]

    @Test("constants have the platform's texts")
    func constants() {
        for (constant, word) in Self.words { #expect(constant as String == word) }
        #expect(Set(Self.words.map(\.1)).count > 120)
    }

    @Test(
        "outcomes have the platform's numbers, and a sentence each",
        arguments: statuses
    )
    func outcomes(status: OSStatus, number: Int32) {
        #expect(status == number)
        #expect(SecCopyErrorMessageString(status, nil) != nil)
    }

    @Test("an unknown outcome has no sentence")
    func unknownOutcome() {
        #expect(SecCopyErrorMessageString(-1, nil) == nil)
    }

    @Test(
        "flags of access control have the platform's bits",
        arguments: [
            (SecAccessControlCreateFlags.userPresence, 0), (.biometryAny, 1), (.touchIDAny, 1),
            (.biometryCurrentSet, 3), (.touchIDCurrentSet, 3), (.devicePasscode, 4),
            (.companion, 5), (.or, 14), (.and, 15), (.privateKeyUsage, 30),
            (.applicationPassword, 31),
        ]
    )
    func flags(flag: SecAccessControlCreateFlags, bit: Int) {
        #expect(flag.rawValue == CFOptionFlags(1) << CFOptionFlags(bit))
    }

    @Test("dictionaries may be written as code for the platform writes them")
    func dictionaries() throws {
        let phone = try Phone()
        let strings: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: "strings",
        ]
        let objects: [String: AnyObject] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrAccount as String: "objects" as AnyObject,
            kSecReturnData as String: kCFBooleanFalse,
        ]
        let older: [NSObject: AnyObject] = [
            kSecClass: kSecClassGenericPassword, kSecAttrAccount: "older" as CFString,
        ]
        let changeable = NSMutableDictionary()
        changeable[kSecClass] = kSecClassGenericPassword
        changeable[kSecAttrAccount as String] = "changeable"
        try DeviceKeychain.withCurrent(phone.keychain) {
            #expect(SecItemAdd(strings as CFDictionary, nil) == errSecSuccess)
            #expect(SecItemAdd(objects as CFDictionary, nil) == errSecSuccess)
            #expect(SecItemAdd(older as CFDictionary, nil) == errSecSuccess)
            #expect(SecItemAdd(changeable as CFMutableDictionary, nil) == errSecSuccess)
            #expect(
                SecItemAdd(
                    [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "literal"]
                        as CFDictionary,
                    nil
                ) == errSecSuccess
            )
            let all: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecMatchLimit: kSecMatchLimitAll,
                kSecReturnAttributes: kCFBooleanTrue!,
            ]
            var result: CFTypeRef?
            #expect(SecItemCopyMatching(all as CFDictionary, &result) == errSecSuccess)
            let items = try #require(result as? [[String: Any]])
            #expect(
                items.compactMap { $0[kSecAttrAccount as String] as? String }
                    == ["strings", "objects", "older", "changeable", "literal"]
            )
            #expect((result as? CFArray)?.count == 5)
            #expect((result as? [NSDictionary])?.count == 5)
            let first = try #require(items.first)
            #expect(first[kSecAttrSynchronizable as String] as? Bool == false)
            #expect((first[kSecAttrSynchronizable as String] as? CFNumber)?.intValue == 0)
            #expect(first[kSecAttrCreationDate as String] is Date)
            #expect((first[kSecAttrCreationDate as String] as? NSDate as CFDate?) != nil)
        }
    }

    @Test("a result may be taken through a pointer of any kind")
    func results() throws {
        let phone = try Phone()
        try #require(phone.add(newPassword()) == errSecSuccess)
        let query = password("ann", [kSecReturnData: true]) as CFDictionary
        DeviceKeychain.withCurrent(phone.keychain) {
            var object: AnyObject?
            let status = withUnsafeMutablePointer(to: &object) {
                SecItemCopyMatching(query, UnsafeMutablePointer($0))
            }
            #expect(status == errSecSuccess)
            #expect((object as? NSData) as Data? == Data("secret".utf8))
            #expect(object as? CFData != nil)
        }
    }

    @Test("random bytes fill what is asked for, and no more")
    func random() {
        var bytes = [UInt8](repeating: 0, count: 64)
        #expect(SecRandomCopyBytes(kSecRandomDefault, 32, &bytes) == errSecSuccess)
        #expect(bytes[..<32].contains { $0 != 0 })
        #expect(bytes[32...].allSatisfy { $0 == 0 })
        #expect(SecRandomCopyBytes(nil, -1, &bytes) == errSecParam)
        #expect(SecRandomCopyBytes(nil, 0, &bytes) == errSecSuccess)
    }

    @Test("a reply without pointers says why a call was refused")
    func replies() throws {
        let keychain = try Phone().keychain
        #expect(keychain.add(newPassword() as NSDictionary).status == errSecSuccess)
        let twice = keychain.add(newPassword() as NSDictionary)
        #expect(twice.status == errSecDuplicateItem)
        #expect(twice.error?.code == .alreadyExists)
        #expect(twice.result == nil)
        let data = password("ann", [kSecReturnData: true]) as NSDictionary
        #expect(keychain.copyMatching(data).result as? Data == Data("secret".utf8))
        let change: [CFString: Any] = [kSecAttrLabel: "x"]
        #expect(keychain.update(password() as NSDictionary, change as NSDictionary).error == nil)
        #expect(keychain.delete(password() as NSDictionary).status == errSecSuccess)
        #expect(keychain.delete(password() as NSDictionary).error?.code == .notFound)
    }
}

@Suite("The current keychain", .serialized)
struct CurrentKeychainTests {
    @Test("is the task's, else the process's")
    func order() throws {
        let (ofTask, ofProcess) = (try Phone(), try Phone())
        try #require(ofProcess.add(newPassword()) == errSecSuccess)
        DeviceKeychain.setFallback(ofProcess.keychain)
        defer { DeviceKeychain.setFallback(nil) }
        let query = password() as CFDictionary
        #expect(SecItemCopyMatching(query, nil) == errSecSuccess)
        DeviceKeychain.withCurrent(ofTask.keychain) {
            #expect(SecItemCopyMatching(query, nil) == errSecItemNotFound)
        }
    }

    @Test("reaches child tasks, and no detached ones")
    func tasks() async throws {
        let phone = try Phone()
        try #require(phone.add(newPassword()) == errSecSuccess)
        await DeviceKeychain.withCurrent(phone.keychain) {
            await Task.yield()
            let child = await Task { SecItemCopyMatching(password() as CFDictionary, nil) }.value
            #expect(child == errSecSuccess)
            let detached = await Task.detached {
                SecItemCopyMatching(password() as CFDictionary, nil)
            }.value
            #expect(detached == errSecNotAvailable)
        }
        #expect(DeviceKeychain.current == nil)
    }
}
