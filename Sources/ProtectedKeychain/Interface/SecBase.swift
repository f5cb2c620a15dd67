#if !canImport(Darwin)
public import Foundation

/// The outcome of a call; 0 for success.
public typealias OSStatus = Int32

/// The older word for success (`MacTypes.h`).
public let noErr: OSStatus = 0

// Apple, `SecBase.h`.
/// Done.
public let errSecSuccess: OSStatus = 0
/// What is asked for is not done here.
public let errSecUnimplemented: OSStatus = -4
/// The disk is full.
public let errSecDiskFull: OSStatus = -34
/// The disk failed.
public let errSecIO: OSStatus = -36
/// The dictionary says what the call does not take.
public let errSecParam: OSStatus = -50
/// There is not enough memory.
public let errSecAllocate: OSStatus = -108
/// The user canceled.
public let errSecUserCanceled: OSStatus = -128
/// The request is not valid now.
public let errSecBadReq: OSStatus = -909
/// A defect.
public let errSecInternalComponent: OSStatus = -2_070
/// No keychain is available: there is no device, or it is off.
public let errSecNotAvailable: OSStatus = -25_291
/// The keychain cannot be changed.
public let errSecReadOnly: OSStatus = -25_292
/// The passcode is not set or was wrong.
public let errSecAuthFailed: OSStatus = -25_293
/// The keychain does not exist.
public let errSecNoSuchKeychain: OSStatus = -25_294
/// It is not a keychain.
public let errSecInvalidKeychain: OSStatus = -25_295
/// An item like it exists.
public let errSecDuplicateItem: OSStatus = -25_299
/// No item matches.
public let errSecItemNotFound: OSStatus = -25_300
/// Items of this class do not have the attribute.
public let errSecNoSuchAttr: OSStatus = -25_303
/// The item no longer exists.
public let errSecInvalidItemRef: OSStatus = -25_304
/// There is no such class.
public let errSecNoSuchClass: OSStatus = -25_306
/// The device is locked, or a person would have to be asked.
public let errSecInteractionNotAllowed: OSStatus = -25_308
/// The item is too large.
public let errSecDataTooLarge: OSStatus = -25_302
/// The item is damaged.
public let errSecDecode: OSStatus = -26_275
/// The application is not entitled to the access group.
public let errSecMissingEntitlement: OSStatus = -34_018
/// The signature is not valid.
public let errSecVerifyFailed: OSStatus = -67_808

/// A sentence for an outcome; nil for one that is unknown here.
///
/// The second argument is reserved, and nil.
public func SecCopyErrorMessageString(
    _ status: OSStatus,
    _ reserved: UnsafeMutableRawPointer?
) -> CFString? {
    sentences[status].map { $0 as CFString }
}

private let sentences: [OSStatus: String] = [
    errSecSuccess: "no error",
    errSecUnimplemented: "the function is not implemented",
    errSecDiskFull: "the disk is full",
    errSecIO: "the disk failed",
    errSecParam: "the dictionary has a key or value that the call does not take",
    errSecAllocate: "there is not enough memory",
    errSecUserCanceled: "the user canceled",
    errSecBadReq: "the request is not valid now",
    errSecInternalComponent: "a defect of the keychain",
    errSecNotAvailable: "no keychain is available",
    errSecReadOnly: "the keychain cannot be changed",
    errSecAuthFailed: "the passcode is not set or was wrong",
    errSecNoSuchKeychain: "the keychain does not exist",
    errSecInvalidKeychain: "this is not a keychain",
    errSecDuplicateItem: "the item already exists",
    errSecItemNotFound: "the item does not exist",
    errSecNoSuchAttr: "items of this class do not have the attribute",
    errSecInvalidItemRef: "the item no longer exists",
    errSecNoSuchClass: "there is no such class of items",
    errSecInteractionNotAllowed: "the device is locked, or a person would have to be asked",
    errSecDataTooLarge: "the item is too large",
    errSecDecode: "the item is damaged",
    errSecMissingEntitlement: "the application is not entitled to the access group",
    errSecVerifyFailed: "the signature is not valid",
]
#endif
