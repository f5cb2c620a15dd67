#if !canImport(Darwin)
public import Foundation

// MARK: Of every item

/// When the item can be used.
public nonisolated(unsafe) let kSecAttrAccessible: CFString = "pdmn"
/// When the item can be used, and whether a person is asked.
public nonisolated(unsafe) let kSecAttrAccessControl: CFString = "accc"
/// Which applications the item belongs to.
public nonisolated(unsafe) let kSecAttrAccessGroup: CFString = "agrp"
/// Whether the item is one of iCloud Keychain.
public nonisolated(unsafe) let kSecAttrSynchronizable: CFString = "sync"
/// Searches items of both kinds.
public nonisolated(unsafe) let kSecAttrSynchronizableAny: CFString = "syna"
/// When the item was added.
public nonisolated(unsafe) let kSecAttrCreationDate: CFString = "cdat"
/// When the item was last changed.
public nonisolated(unsafe) let kSecAttrModificationDate: CFString = "mdat"
/// The name that a person sees.
public nonisolated(unsafe) let kSecAttrLabel: CFString = "labl"

// MARK: Of passwords

/// The account.
public nonisolated(unsafe) let kSecAttrAccount: CFString = "acct"
/// The service; of generic passwords.
public nonisolated(unsafe) let kSecAttrService: CFString = "svce"
/// Data of the application's own; of generic passwords.
public nonisolated(unsafe) let kSecAttrGeneric: CFString = "gena"
/// The kind of the item, for a person.
public nonisolated(unsafe) let kSecAttrDescription: CFString = "desc"
/// A comment.
public nonisolated(unsafe) let kSecAttrComment: CFString = "icmt"
/// Four letters for who made it, as a number.
public nonisolated(unsafe) let kSecAttrCreator: CFString = "crtr"
/// Four letters for its type, as a number.
public nonisolated(unsafe) let kSecAttrType: CFString = "type"
/// Whether it is to be hidden.
public nonisolated(unsafe) let kSecAttrIsInvisible: CFString = "invi"
/// Whether it stands for no password.
public nonisolated(unsafe) let kSecAttrIsNegative: CFString = "nega"
/// The security domain; of internet passwords.
public nonisolated(unsafe) let kSecAttrSecurityDomain: CFString = "sdmn"
/// The server; of internet passwords.
public nonisolated(unsafe) let kSecAttrServer: CFString = "srvr"
/// The protocol; of internet passwords.
public nonisolated(unsafe) let kSecAttrProtocol: CFString = "ptcl"
/// The kind of authentication; of internet passwords.
public nonisolated(unsafe) let kSecAttrAuthenticationType: CFString = "atyp"
/// The port; of internet passwords.
public nonisolated(unsafe) let kSecAttrPort: CFString = "port"
/// The path; of internet passwords.
public nonisolated(unsafe) let kSecAttrPath: CFString = "path"

// MARK: Of certificates

/// The type of the certificate.
public nonisolated(unsafe) let kSecAttrCertificateType: CFString = "ctyp"
/// The encoding of the certificate.
public nonisolated(unsafe) let kSecAttrCertificateEncoding: CFString = "cenc"
/// The subject, in DER.
public nonisolated(unsafe) let kSecAttrSubject: CFString = "subj"
/// The issuer, in DER.
public nonisolated(unsafe) let kSecAttrIssuer: CFString = "issr"
/// The serial number.
public nonisolated(unsafe) let kSecAttrSerialNumber: CFString = "slnr"
/// The identifier of the subject's key.
public nonisolated(unsafe) let kSecAttrSubjectKeyID: CFString = "skid"
/// The hash of the public key.
public nonisolated(unsafe) let kSecAttrPublicKeyHash: CFString = "pkhh"

// MARK: Of keys

/// Public, private or symmetric.
public nonisolated(unsafe) let kSecAttrKeyClass: CFString = "kcls"
/// The label by which a program finds the key.
public nonisolated(unsafe) let kSecAttrApplicationLabel: CFString = "klbl"
/// The application's tag.
public nonisolated(unsafe) let kSecAttrApplicationTag: CFString = "atag"
/// The algorithm.
public nonisolated(unsafe) let kSecAttrKeyType: CFString = "type"
/// The size in bits.
public nonisolated(unsafe) let kSecAttrKeySizeInBits: CFString = "bsiz"
/// The effective size in bits.
public nonisolated(unsafe) let kSecAttrEffectiveKeySize: CFString = "esiz"
/// Whether the key is stored.
public nonisolated(unsafe) let kSecAttrIsPermanent: CFString = "perm"
/// Whether it can be exported wrapped alone.
public nonisolated(unsafe) let kSecAttrIsSensitive: CFString = "sens"
/// Whether it can be exported.
public nonisolated(unsafe) let kSecAttrIsExtractable: CFString = "extr"
/// Whether it may encrypt.
public nonisolated(unsafe) let kSecAttrCanEncrypt: CFString = "encr"
/// Whether it may decrypt.
public nonisolated(unsafe) let kSecAttrCanDecrypt: CFString = "decr"
/// Whether it may derive keys.
public nonisolated(unsafe) let kSecAttrCanDerive: CFString = "drve"
/// Whether it may sign.
public nonisolated(unsafe) let kSecAttrCanSign: CFString = "sign"
/// Whether it may verify.
public nonisolated(unsafe) let kSecAttrCanVerify: CFString = "vrfy"
/// Whether it may wrap keys.
public nonisolated(unsafe) let kSecAttrCanWrap: CFString = "wrap"
/// Whether it may unwrap keys.
public nonisolated(unsafe) let kSecAttrCanUnwrap: CFString = "unwp"
/// The token that holds the key; refused here.
public nonisolated(unsafe) let kSecAttrTokenID: CFString = "tkid"
/// The Secure Enclave; refused here.
public nonisolated(unsafe) let kSecAttrTokenIDSecureEnclave: CFString = "com.apple.setoken"
/// Attributes of the private key of a pair that is to be made, which is not done here.
public nonisolated(unsafe) let kSecPrivateKeyAttrs: CFString = "private"
/// Attributes of the public key of a pair that is to be made, which is not done here.
public nonisolated(unsafe) let kSecPublicKeyAttrs: CFString = "public"
#endif
