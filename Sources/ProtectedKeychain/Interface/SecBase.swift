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
/// The person did not want to.
public let errSecUserCanceled: OSStatus = -128
/// The request makes no sense now.
public let errSecBadReq: OSStatus = -909
/// A defect.
public let errSecInternalComponent: OSStatus = -2_070
/// There is no keychain: no device, or one that is off.
public let errSecNotAvailable: OSStatus = -25_291
/// The keychain cannot be changed.
public let errSecReadOnly: OSStatus = -25_292
/// There is no passcode to live with, or it was wrong.
public let errSecAuthFailed: OSStatus = -25_293
/// There is no such keychain.
public let errSecNoSuchKeychain: OSStatus = -25_294
/// It is not a keychain.
public let errSecInvalidKeychain: OSStatus = -25_295
/// An item like it exists.
public let errSecDuplicateItem: OSStatus = -25_299
/// No item matches.
public let errSecItemNotFound: OSStatus = -25_300
/// Items of this class do not have the attribute.
public let errSecNoSuchAttr: OSStatus = -25_303
/// The item is no more.
public let errSecInvalidItemRef: OSStatus = -25_304
/// There is no such class.
public let errSecNoSuchClass: OSStatus = -25_306
/// The device is locked, or a person would have to be asked.
public let errSecInteractionNotAllowed: OSStatus = -25_308
/// There is too much of it.
public let errSecDataTooLarge: OSStatus = -25_302
/// The item is damaged.
public let errSecDecode: OSStatus = -26_275
/// The application is not entitled to the access group.
public let errSecMissingEntitlement: OSStatus = -34_018
/// The signature does not hold.
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
    errSecSuccess: "done",
    errSecUnimplemented: "this is not done here",
    errSecDiskFull: "the disk is full",
    errSecIO: "the disk failed",
    errSecParam: "the dictionary says what the call does not take",
    errSecAllocate: "there is not enough memory",
    errSecUserCanceled: "the person did not want to",
    errSecBadReq: "the request makes no sense now",
    errSecInternalComponent: "a defect of the keychain",
    errSecNotAvailable: "there is no keychain",
    errSecReadOnly: "the keychain cannot be changed",
    errSecAuthFailed: "there is no passcode, or it was wrong",
    errSecNoSuchKeychain: "there is no such keychain",
    errSecInvalidKeychain: "this is not a keychain",
    errSecDuplicateItem: "the item exists already",
    errSecItemNotFound: "the item does not exist",
    errSecNoSuchAttr: "items of this class do not have the attribute",
    errSecInvalidItemRef: "the item is no more",
    errSecNoSuchClass: "there is no such class of items",
    errSecInteractionNotAllowed: "the device is locked, or a person would have to be asked",
    errSecDataTooLarge: "the item is too large",
    errSecDecode: "the item is damaged",
    errSecMissingEntitlement: "the application is not entitled to the access group",
    errSecVerifyFailed: "the signature does not hold",
]
#endif
