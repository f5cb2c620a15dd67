#if !canImport(Darwin)
public import Foundation

// The four calls over the current keychain: `DeviceKeychain.withCurrent(_:operation:)` says which. Their results
// may be ignored, as Swift lets those of all of C's functions be.

/// Adds an item to the current keychain, and returns of it what the dictionary asks for.
///
/// - Parameters:
///   - attributes: class, attributes and secret of the item, and what to return.
///   - result: where to put what is returned; nil for nowhere.
/// - Returns: `errSecSuccess`, `errSecDuplicateItem`, `errSecInteractionNotAllowed` while the class of
///   the item cannot be written, `errSecParam`, `errSecMissingEntitlement`, `errSecAuthFailed` for an
///   item that lives with a passcode which there is none of, `errSecNotAvailable` without a device.
@discardableResult
public func SecItemAdd(
    _ attributes: CFDictionary,
    _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
    reply({ $0.add(attributes) }, to: result)
}

/// Searches the current keychain.
///
/// - Parameters:
///   - query: class and attributes of the items, how many, and what to return.
///   - result: where to put what is returned; nil for nowhere. After a failure it is as it was.
/// - Returns: `errSecSuccess`, `errSecItemNotFound`, `errSecInteractionNotAllowed` when an item is there
///   and cannot be read now, and as ``SecItemAdd(_:_:)``.
@discardableResult
public func SecItemCopyMatching(
    _ query: CFDictionary,
    _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
    reply({ $0.copyMatching(query) }, to: result)
}

/// Changes all items of the current keychain that match.
///
/// - Returns: `errSecSuccess`, `errSecItemNotFound`, `errSecDuplicateItem`, and as
///   ``SecItemAdd(_:_:)``; nothing has changed then.
@discardableResult
public func SecItemUpdate(
    _ query: CFDictionary,
    _ attributesToUpdate: CFDictionary
) -> OSStatus {
    reply({ $0.update(query, attributesToUpdate) }, to: nil)
}

/// Removes all items of the current keychain that match, in every lock state.
///
/// - Returns: `errSecSuccess`, `errSecItemNotFound`, and as ``SecItemAdd(_:_:)``.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    reply({ $0.delete(query) }, to: nil)
}

private func reply(
    _ call: (DeviceKeychain) -> DeviceKeychain.Reply,
    to result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
    guard let keychain = DeviceKeychain.current else { return errSecNotAvailable }
    let reply = call(keychain)
    if let value = reply.result { result?.pointee = value as AnyObject }
    return reply.status
}
#endif
