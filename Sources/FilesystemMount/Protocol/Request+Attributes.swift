import SystemPackage

extension Request {
    /// `fuse_setxattr_in`, long or short, and `fuse_getxattr_in`.
    static func extendedAttribute(
        _ opcode: Opcode,
        _ body: RawSpan,
        _ dialect: Dialect
    ) throws(Errno) -> Request {
        switch opcode {
        case .setxattr: return try setxattr(body, fixed: dialect.hasLongSetxattr ? 16 : 8)
        case .getxattr:
            try body.require(8)
            var offset = 8
            let name = try AttributeName(body.text(at: &offset))
            return .getxattr(name, byteLimit: Int(body.number(at: 0, as: UInt32.self)))
        case .listxattr:
            try body.require(8)
            return .listxattr(byteLimit: Int(body.number(at: 0, as: UInt32.self)))
        case .removexattr:
            var offset = 0
            return .removexattr(try AttributeName(body.text(at: &offset)))
        default: throw .noFunction
        }
    }

    private static func setxattr(_ body: RawSpan, fixed: Int) throws(Errno) -> Request {
        try body.require(fixed)
        var offset = fixed
        let name = try AttributeName(body.text(at: &offset))
        let count = Int(body.number(at: 0, as: UInt32.self))
        try body.require(offset + count)
        let demand: AttributeDemand
        switch body.number(at: 4, as: UInt32.self) {
        case 0: demand = .none
        case 1: demand = .absent
        case 2: demand = .present
        default: throw .invalidArgument
        }
        let start = RequestHeader.byteCount + offset
        return .setxattr(name, demand, value: start..<start + count)
    }
}
