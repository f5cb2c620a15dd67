public import CloudRecords
public import Foundation

/// What can be the value of a field.
///
/// Lists hold values of one type; what else is in one is refused when the record is saved, where
/// Apple's raises an exception at once.
public protocol CKRecordValueProtocol {}

/// Apple's name for such a value as an object.
public typealias CKRecordValue = CKRecordValueProtocol

extension String: CKRecordValueProtocol {}
extension Bool: CKRecordValueProtocol {}
extension Int: CKRecordValueProtocol {}
extension Int8: CKRecordValueProtocol {}
extension Int16: CKRecordValueProtocol {}
extension Int32: CKRecordValueProtocol {}
extension Int64: CKRecordValueProtocol {}
extension UInt: CKRecordValueProtocol {}
extension UInt8: CKRecordValueProtocol {}
extension UInt16: CKRecordValueProtocol {}
extension UInt32: CKRecordValueProtocol {}
extension UInt64: CKRecordValueProtocol {}
extension Float: CKRecordValueProtocol {}
extension Double: CKRecordValueProtocol {}
extension Date: CKRecordValueProtocol {}
extension Data: CKRecordValueProtocol {}
extension Array: CKRecordValueProtocol {}
extension NSString: CKRecordValueProtocol {}
extension NSNumber: CKRecordValueProtocol {}
extension NSDate: CKRecordValueProtocol {}
extension NSData: CKRecordValueProtocol {}
extension NSArray: CKRecordValueProtocol {}
extension CKRecordReference: CKRecordValueProtocol {}
/// A place: `CLLocation` is Apple's alone.
extension RecordLocation: CKRecordValueProtocol {}

extension RecordValue {
    /// What an app has put into a field; nil for what no field can have.
    init?(_ object: Any) {
        switch object {
        case let text as String: self = .string(text)
        case let text as NSString: self = .string(String(describing: text))
        case let number as NSNumber where type(of: object) is NSNumber.Type: self.init(number)
        case let flag as Bool: self = .integer(flag ? 1 : 0)
        case let number as any BinaryInteger:
            guard let number = Int64(exactly: number) else { return nil }
            self = .integer(number)
        case let number as any BinaryFloatingPoint: self = .real(Double(number))
        case let date as Date: self.init(date)
        case let date as NSDate:
            self.init(Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate))
        case let data as Data: self = .bytes([UInt8](data))
        case let data as NSData: self = .bytes([UInt8](Data(referencing: data)))
        case let place as RecordLocation: self = .location(place)
        case let reference as CKRecord.Reference: self = .reference(reference.reference)
        case let id as CKRecord.ID: self = .reference(RecordReference(id.id))
        case let list as NSArray: self.init(list: list.map { $0 })
        case let list as [Any]: self.init(list: list)
        default: return nil
        }
    }

    private init?(list: [Any]) {
        var values: [RecordValue] = []
        for object in list {
            guard let value = RecordValue(object) else { return nil }
            values.append(value)
        }
        self = .list(values)
    }

    private init?(_ number: NSNumber) {
        switch String(cString: number.objCType) {
        case "d", "f": self = .real(number.doubleValue)
        case "Q":
            guard let whole = Int64(exactly: number.uint64Value) else { return nil }
            self = .integer(whole)
        default: self = .integer(number.int64Value)
        }
    }

    private init?(_ date: Date) {
        guard let time = Timestamp(date) else { return nil }
        self = .date(time)
    }

    /// As an app finds it in a field; nil for what was encrypted or lies beside the record.
    var object: (any CKRecordValueProtocol)? {
        switch self {
        case .string(let text): text
        case .integer(let number): NSNumber(value: number)
        case .real(let number): NSNumber(value: number)
        case .date(let time): Date(time)
        case .bytes(let bytes): Data(bytes)
        case .location(let place): place
        case .reference(let reference): CKRecord.Reference(reference)
        case .list(let values): values.compactMap(\.object)
        case .asset, .sealed: nil
        }
    }
}

extension Timestamp {
    private static let referenceDate: Int64 = 978_307_200

    /// Nil for what is not a time: Foundation has dates that are NaN.
    init?(_ date: Date) {
        let time = date.timeIntervalSinceReferenceDate
        let whole = time.rounded(.down)
        guard let seconds = Int64(exactly: whole), abs(seconds) < 1 << 52 else { return nil }
        let rest = Int64(((time - whole) * 1e9).rounded())
        self.init(
            seconds: seconds + Self.referenceDate + rest / 1_000_000_000,
            nanoseconds: rest % 1_000_000_000
        )
    }

    fileprivate var sinceReferenceDate: Double {
        Double(seconds - Self.referenceDate) + Double(nanoseconds) / 1e9
    }
}

extension Date {
    init(_ time: Timestamp) { self.init(timeIntervalSinceReferenceDate: time.sinceReferenceDate) }
}
