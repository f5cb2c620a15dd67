/// The index of a write-ahead log, in memory that all connections of this process share.
///
/// It holds numbers of pages, no content. On iOS it is the file ending in `-shm`; here it is never
/// a file, and SQLite makes it anew from the log whenever nobody has it.
struct SharedIndex: ~Copyable {
    private var regions: [UnsafeMutableRawPointer] = []
    private var users: Set<ObjectIdentifier> = []
    var locks = IndexLocks()

    deinit {
        for region in regions { region.deallocate() }
    }

    /// A region of the index for a connection, which may use it until it unmaps.
    ///
    /// - Returns: nil when there is no such region and none is to be made.
    mutating func region(
        _ number: Int,
        byteCount: Int,
        extending: Bool,
        for connection: ObjectIdentifier
    ) -> UnsafeMutableRawPointer? {
        users.insert(connection)
        guard number < regions.count || extending else { return nil }
        while regions.count <= number {
            let region = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 4_096)
            region.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
            regions.append(region)
        }
        return regions[number]
    }

    /// The connection uses the index no more; with its last user it goes.
    mutating func unmap(_ connection: ObjectIdentifier) {
        locks.release(0..<IndexLocks.count, connection)
        users.remove(connection)
        guard users.isEmpty else { return }
        for region in regions { region.deallocate() }
        regions = []
    }
}
