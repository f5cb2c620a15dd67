#if !canImport(Darwin)
public import Foundation

// The names of Core Foundation that code which calls the keychain uses. Foundation bridges their
// counterparts on Linux as on the platform, so `[String: Any] as CFDictionary` and `as? Data` hold.

/// Any object.
public typealias CFTypeRef = AnyObject
/// A text.
public typealias CFString = NSString
/// A dictionary.
public typealias CFDictionary = NSDictionary
/// A dictionary that can be changed.
public typealias CFMutableDictionary = NSMutableDictionary
/// An array.
public typealias CFArray = NSArray
/// Data.
public typealias CFData = NSData
/// A number.
public typealias CFNumber = NSNumber
/// True or false.
public typealias CFBoolean = NSNumber
/// A date.
public typealias CFDate = NSDate
/// An error.
public typealias CFError = NSError

/// Where an error comes from.
public func CFErrorGetDomain(_ error: CFError) -> CFString { error.domain as CFString }

/// The number of an error in its domain.
public func CFErrorGetCode(_ error: CFError) -> Int { error.code }

/// What else is known of an error.
public func CFErrorCopyUserInfo(_ error: CFError) -> CFDictionary {
    error.userInfo as CFDictionary
}

/// What allocates; here nothing does.
public final class CFAllocator: Sendable {}

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// Stands for the usual allocator.
public let kCFAllocatorDefault: CFAllocator! = nil

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// True; implicitly unwrapped as on the platform, where code writes `kCFBooleanTrue!`.
public let kCFBooleanTrue: CFBoolean! = true
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// False.
public let kCFBooleanFalse: CFBoolean! = false
#endif
