/// Bytes of a cache that break its format.
struct DamagedCache: Error {}
