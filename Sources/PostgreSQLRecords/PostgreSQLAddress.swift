#if PostgreSQL
import CPostgreSQL
package import ProtectionModel

/// Where a PostgreSQL server is and who asks it: a connection string of libpq's, without a secret.
///
///     service=records
///     host=/run/postgresql dbname=records user=records
///     postgresql://records@db.example.com/records?sslmode=verify-full
///
/// A password comes from where libpq looks for it: a password file, a service file, `PGPASSWORD`;
/// or none is needed, by *peer* or by certificate.
package struct PostgreSQLAddress: Sendable, Hashable {
    /// The string, as libpq reads it.
    package let text: String

    /// Reads a connection string.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for one that libpq cannot read or that
    ///   has a password.
    package init(_ text: String) throws(ProtectionError) {
        guard let options = PQconninfoParse(text, nil) else {
            // libpq's message would quote what it could not read.
            throw ProtectionError(.invalidArgument, "the connection string cannot be read")
        }
        defer { PQconninfoFree(options) }
        var option = options
        while let keyword = option.pointee.keyword {
            let name = String(cString: keyword)
            if ["password", "sslpassword"].contains(name), option.pointee.val != nil {
                throw ProtectionError(
                    .invalidArgument,
                    "a connection string has no password: it belongs in a password file"
                )
            }
            option += 1
        }
        self.text = text
    }
}
#endif
