import DeviceIdentifiers
import Foundation
import ProtectedKeychain
import TestSupport
import Testing

@Suite("The platform's interface")
struct InterfaceTests {
    /// Texts by which code of others may have stored something: `SecItemConstants.c`.
    private static let words: [(String, String)] = [
        (kSecClass as String, "class"),
        (kSecClassGenericPassword as String, "genp"),
        (kSecClassInternetPassword as String, "inet"),
        (kSecClassCertificate as String, "cert"),
        (kSecClassKey as String, "keys"),
        (kSecClassIdentity as String, "idnt"),
        (kSecReturnData as String, "r_Data"),
        (kSecReturnAttributes as String, "r_Attributes"),
        (kSecReturnRef as String, "r_Ref"),
        (kSecReturnPersistentRef as String, "r_PersistentRef"),
        (kSecValueData as String, "v_Data"),
        (kSecValueRef as String, "v_Ref"),
        (kSecValuePersistentRef as String, "v_PersistentRef"),
        (kSecMatchLimit as String, "m_Limit"),
        (kSecMatchLimitOne as String, "m_LimitOne"),
        (kSecMatchLimitAll as String, "m_LimitAll"),
        (kSecMatchCaseInsensitive as String, "m_CaseInsensitive"),
        (kSecMatchPolicy as String, "m_Policy"),
        (kSecMatchItemList as String, "m_ItemList"),
        (kSecMatchSearchList as String, "m_SearchList"),
        (kSecMatchIssuers as String, "m_Issuers"),
        (kSecMatchEmailAddressIfPresent as String, "m_EmailAddressIfPresent"),
        (kSecMatchSubjectContains as String, "m_SubjectContains"),
        (kSecMatchTrustedOnly as String, "m_TrustedOnly"),
        (kSecMatchValidOnDate as String, "m_ValidOnDate"),
        (kSecUseAuthenticationUI as String, "u_AuthUI"),
        (kSecUseAuthenticationUIAllow as String, "u_AuthUIA"),
        (kSecUseAuthenticationUIFail as String, "u_AuthUIF"),
        (kSecUseAuthenticationUISkip as String, "u_AuthUIS"),
        (kSecUseNoAuthenticationUI as String, "u_NoAuthUI"),
        (kSecUseAuthenticationContext as String, "u_AuthCtx"),
        (kSecUseOperationPrompt as String, "u_OpPrompt"),
        (kSecUseDataProtectionKeychain as String, "nleg"),
        (kSecUseItemList as String, "u_ItemList"),
        (kSecAttrAccessible as String, "pdmn"),
        (kSecAttrAccessControl as String, "accc"),
        (kSecAttrAccessGroup as String, "agrp"),
        (kSecAttrSynchronizable as String, "sync"),
        (kSecAttrSynchronizableAny as String, "syna"),
        (kSecAttrCreationDate as String, "cdat"),
        (kSecAttrModificationDate as String, "mdat"),
        (kSecAttrLabel as String, "labl"),
        (kSecAttrAccount as String, "acct"),
        (kSecAttrService as String, "svce"),
        (kSecAttrGeneric as String, "gena"),
        (kSecAttrDescription as String, "desc"),
        (kSecAttrComment as String, "icmt"),
        (kSecAttrCreator as String, "crtr"),
        (kSecAttrType as String, "type"),
        (kSecAttrIsInvisible as String, "invi"),
        (kSecAttrIsNegative as String, "nega"),
        (kSecAttrSecurityDomain as String, "sdmn"),
        (kSecAttrServer as String, "srvr"),
        (kSecAttrProtocol as String, "ptcl"),
        (kSecAttrAuthenticationType as String, "atyp"),
        (kSecAttrPort as String, "port"),
        (kSecAttrPath as String, "path"),
        (kSecAttrCertificateType as String, "ctyp"),
        (kSecAttrCertificateEncoding as String, "cenc"),
        (kSecAttrSubject as String, "subj"),
        (kSecAttrIssuer as String, "issr"),
        (kSecAttrSerialNumber as String, "slnr"),
        (kSecAttrSubjectKeyID as String, "skid"),
        (kSecAttrPublicKeyHash as String, "pkhh"),
        (kSecAttrKeyClass as String, "kcls"),
        (kSecAttrApplicationLabel as String, "klbl"),
        (kSecAttrApplicationTag as String, "atag"),
        (kSecAttrKeyType as String, "type"),
        (kSecAttrKeySizeInBits as String, "bsiz"),
        (kSecAttrEffectiveKeySize as String, "esiz"),
        (kSecAttrIsPermanent as String, "perm"),
        (kSecAttrIsSensitive as String, "sens"),
        (kSecAttrIsExtractable as String, "extr"),
        (kSecAttrCanEncrypt as String, "encr"),
        (kSecAttrCanDecrypt as String, "decr"),
        (kSecAttrCanDerive as String, "drve"),
        (kSecAttrCanSign as String, "sign"),
        (kSecAttrCanVerify as String, "vrfy"),
        (kSecAttrCanWrap as String, "wrap"),
        (kSecAttrCanUnwrap as String, "unwp"),
        (kSecAttrTokenID as String, "tkid"),
        (kSecAttrTokenIDSecureEnclave as String, "com.apple.setoken"),
        (kSecPrivateKeyAttrs as String, "private"),
        (kSecPublicKeyAttrs as String, "public"),
        (kSecAttrAccessibleWhenUnlocked as String, "ak"),
        (kSecAttrAccessibleAfterFirstUnlock as String, "ck"),
        (kSecAttrAccessibleAlways as String, "dk"),
        (kSecAttrAccessibleWhenUnlockedThisDeviceOnly as String, "aku"),
        (kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly as String, "cku"),
        (kSecAttrAccessibleAlwaysThisDeviceOnly as String, "dku"),
        (kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly as String, "akpu"),
        (kSecAttrProtocolFTP as String, "ftp "),
        (kSecAttrProtocolFTPAccount as String, "ftpa"),
        (kSecAttrProtocolHTTP as String, "http"),
        (kSecAttrProtocolIRC as String, "irc "),
        (kSecAttrProtocolNNTP as String, "nntp"),
        (kSecAttrProtocolPOP3 as String, "pop3"),
        (kSecAttrProtocolSMTP as String, "smtp"),
        (kSecAttrProtocolSOCKS as String, "sox "),
        (kSecAttrProtocolIMAP as String, "imap"),
        (kSecAttrProtocolLDAP as String, "ldap"),
        (kSecAttrProtocolAppleTalk as String, "atlk"),
        (kSecAttrProtocolAFP as String, "afp "),
        (kSecAttrProtocolTelnet as String, "teln"),
        (kSecAttrProtocolSSH as String, "ssh "),
        (kSecAttrProtocolFTPS as String, "ftps"),
        (kSecAttrProtocolHTTPS as String, "htps"),
        (kSecAttrProtocolHTTPProxy as String, "htpx"),
        (kSecAttrProtocolHTTPSProxy as String, "htsx"),
        (kSecAttrProtocolFTPProxy as String, "ftpx"),
        (kSecAttrProtocolSMB as String, "smb "),
        (kSecAttrProtocolRTSP as String, "rtsp"),
        (kSecAttrProtocolRTSPProxy as String, "rtsx"),
        (kSecAttrProtocolDAAP as String, "daap"),
        (kSecAttrProtocolEPPC as String, "eppc"),
        (kSecAttrProtocolIPP as String, "ipp "),
        (kSecAttrProtocolNNTPS as String, "ntps"),
        (kSecAttrProtocolLDAPS as String, "ldps"),
        (kSecAttrProtocolTelnetS as String, "tels"),
        (kSecAttrProtocolIMAPS as String, "imps"),
        (kSecAttrProtocolIRCS as String, "ircs"),
        (kSecAttrProtocolPOP3S as String, "pops"),
        (kSecAttrAuthenticationTypeNTLM as String, "ntlm"),
        (kSecAttrAuthenticationTypeMSN as String, "msna"),
        (kSecAttrAuthenticationTypeDPA as String, "dpaa"),
        (kSecAttrAuthenticationTypeRPA as String, "rpaa"),
        (kSecAttrAuthenticationTypeHTTPBasic as String, "http"),
        (kSecAttrAuthenticationTypeHTTPDigest as String, "httd"),
        (kSecAttrAuthenticationTypeHTMLForm as String, "form"),
        (kSecAttrAuthenticationTypeDefault as String, "dflt"),
        (kSecAttrKeyClassPublic as String, "0"),
        (kSecAttrKeyClassPrivate as String, "1"),
        (kSecAttrKeyClassSymmetric as String, "2"),
        (kSecAttrKeyTypeRSA as String, "42"),
        (kSecAttrKeyTypeEC as String, "73"),
        (kSecAttrKeyTypeECSECPrimeRandom as String, "73"),
    ]

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
        for (constant, word) in Self.words { #expect(constant == word) }
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
        DeviceKeychain.withCurrent(phone.keychain) {
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
        }
        #expect(
            phone.accounts([kSecClass: kSecClassGenericPassword])
                == ["strings", "objects", "older", "changeable", "literal"]
        )
    }

    @Test("results may be taken as code for the platform takes them")
    func kinds() throws {
        let phone = try Phone()
        try #require(phone.add(newPassword("ann")) == errSecSuccess)
        try #require(phone.add(newPassword("bob")) == errSecSuccess)
        let all: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecMatchLimit: kSecMatchLimitAll,
            kSecReturnAttributes: kCFBooleanTrue!,
        ]
        let result = phone.find(all).result
        #expect((result as? CFArray)?.count == 2)
        #expect((result as? [NSDictionary])?.count == 2)
        #expect((result as? [[CFString: Any]])?.first?[kSecAttrAccount] as? String == "ann")
        #expect((result as? [[String: AnyObject]])?.count == 2)
        let first = try #require((result as? [[String: Any]])?.first)
        #expect(first[kSecAttrSynchronizable as String] as? Bool == false)
        #expect((first[kSecAttrSynchronizable as String] as? CFNumber)?.intValue == 0)
        #expect(first[kSecAttrCreationDate as String] is Date)
        #expect((first[kSecAttrCreationDate as String] as? NSDate as CFDate?) != nil)
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
