#if !canImport(Darwin)
public import Foundation

// The texts are Apple's (`SecItemConstants.c`). `nonisolated(unsafe)`, because Foundation does not call
// `NSString` sendable; nobody can change these.

// MARK: Classes

/// The key of the class of an item.
public nonisolated(unsafe) let kSecClass: CFString = "class"
/// A password of any kind.
public nonisolated(unsafe) let kSecClassGenericPassword: CFString = "genp"
/// A password for a server.
public nonisolated(unsafe) let kSecClassInternetPassword: CFString = "inet"
/// A certificate.
public nonisolated(unsafe) let kSecClassCertificate: CFString = "cert"
/// A key, as data.
public nonisolated(unsafe) let kSecClassKey: CFString = "keys"
/// A certificate with its private key; refused here.
public nonisolated(unsafe) let kSecClassIdentity: CFString = "idnt"

// MARK: What is returned

/// Whether to return the secret.
public nonisolated(unsafe) let kSecReturnData: CFString = "r_Data"
/// Whether to return the attributes.
public nonisolated(unsafe) let kSecReturnAttributes: CFString = "r_Attributes"
/// Whether to return a reference: for certificates alone.
public nonisolated(unsafe) let kSecReturnRef: CFString = "r_Ref"
/// Whether to return a reference that can be stored.
public nonisolated(unsafe) let kSecReturnPersistentRef: CFString = "r_PersistentRef"

// MARK: Values

/// The secret.
public nonisolated(unsafe) let kSecValueData: CFString = "v_Data"
/// A certificate.
public nonisolated(unsafe) let kSecValueRef: CFString = "v_Ref"
/// A stored reference.
public nonisolated(unsafe) let kSecValuePersistentRef: CFString = "v_PersistentRef"

// MARK: How to search

/// How many items to return.
public nonisolated(unsafe) let kSecMatchLimit: CFString = "m_Limit"
/// One item, not in an array.
public nonisolated(unsafe) let kSecMatchLimitOne: CFString = "m_LimitOne"
/// All items, in an array.
public nonisolated(unsafe) let kSecMatchLimitAll: CFString = "m_LimitAll"
/// Accepted and without effect, as with the keychain of iOS.
public nonisolated(unsafe) let kSecMatchCaseInsensitive: CFString = "m_CaseInsensitive"
/// For certificates; refused here.
public nonisolated(unsafe) let kSecMatchPolicy: CFString = "m_Policy"
/// Not supported by the keychain of iOS; refused here.
public nonisolated(unsafe) let kSecMatchItemList: CFString = "m_ItemList"
/// For the keychains of macOS; refused here.
public nonisolated(unsafe) let kSecMatchSearchList: CFString = "m_SearchList"
/// For certificates; refused here.
public nonisolated(unsafe) let kSecMatchIssuers: CFString = "m_Issuers"
/// For certificates; refused here.
public nonisolated(unsafe) let kSecMatchEmailAddressIfPresent: CFString = "m_EmailAddressIfPresent"
/// For certificates; refused here.
public nonisolated(unsafe) let kSecMatchSubjectContains: CFString = "m_SubjectContains"
/// For certificates; refused here.
public nonisolated(unsafe) let kSecMatchTrustedOnly: CFString = "m_TrustedOnly"
/// For certificates; refused here.
public nonisolated(unsafe) let kSecMatchValidOnDate: CFString = "m_ValidOnDate"

// MARK: How to act

/// What to do where a person would be asked.
public nonisolated(unsafe) let kSecUseAuthenticationUI: CFString = "u_AuthUI"
/// Ask, which nobody here can answer: the call is refused.
public nonisolated(unsafe) let kSecUseAuthenticationUIAllow: CFString = "u_AuthUIA"
/// Refuse the call.
public nonisolated(unsafe) let kSecUseAuthenticationUIFail: CFString = "u_AuthUIF"
/// Leave the item out; for searches alone.
public nonisolated(unsafe) let kSecUseAuthenticationUISkip: CFString = "u_AuthUIS"
/// The older word for refusing the call.
public nonisolated(unsafe) let kSecUseNoAuthenticationUI: CFString = "u_NoAuthUI"
/// The context of an earlier answer; without effect here.
public nonisolated(unsafe) let kSecUseAuthenticationContext: CFString = "u_AuthCtx"
/// What to tell the person; without effect here.
public nonisolated(unsafe) let kSecUseOperationPrompt: CFString = "u_OpPrompt"
/// The keychain of iOS on macOS; there is no other here.
public nonisolated(unsafe) let kSecUseDataProtectionKeychain: CFString = "nleg"
/// Not supported by the keychain of iOS; refused here.
public nonisolated(unsafe) let kSecUseItemList: CFString = "u_ItemList"
#endif
