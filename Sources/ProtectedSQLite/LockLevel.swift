/// How firmly a connection holds its database (sqlite.org/lockingv3.html); raw values are SQLite's.
enum LockLevel: Int32, Comparable {
    case none, shared, reserved, pending, exclusive

    static func < (left: LockLevel, right: LockLevel) -> Bool { left.rawValue < right.rawValue }
}
