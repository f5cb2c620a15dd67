import SwiftUI
import UIKit

/// The postcards there are.
struct InboxView: View {
    let session: Session

    var body: some View {
        Text("Postcards")
    }

    /// Finding: other devices of the user get the code, and it stays.
    private func copy(oneTimeCode: String) {
        UIPasteboard.general.string = oneTimeCode
    }

    /// Accepted, with a reason and an end.
    private func exportStamp(_ picture: Data, to url: URL) throws {
        // protectctl:allow store.class-none until 2030-12-31 -- stamps are drawn by us and public
        try picture.write(to: url, options: .noFileProtection)
    }
}
