import FoundationEssentials

/// A value without others in it, or one that JSON has a form of its own for.
protocol EncodedAsIs {}

extension Bool: EncodedAsIs {}
extension String: EncodedAsIs {}
extension Double: EncodedAsIs {}
extension Float: EncodedAsIs {}
extension Int: EncodedAsIs {}
extension Int8: EncodedAsIs {}
extension Int16: EncodedAsIs {}
extension Int32: EncodedAsIs {}
extension Int64: EncodedAsIs {}
extension Int128: EncodedAsIs {}
extension UInt: EncodedAsIs {}
extension UInt8: EncodedAsIs {}
extension UInt16: EncodedAsIs {}
extension UInt32: EncodedAsIs {}
extension UInt64: EncodedAsIs {}
extension UInt128: EncodedAsIs {}
extension Data: EncodedAsIs {}
extension Date: EncodedAsIs {}
extension Decimal: EncodedAsIs {}
extension URL: EncodedAsIs {}
