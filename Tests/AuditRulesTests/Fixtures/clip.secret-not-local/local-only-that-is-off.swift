// swift-format-ignore-file
import UIKit

func copy(_ password: String) {
    UIPasteboard.general.setItems([["public.text": password]], options: [.localOnly: false])  // expect: clip.secret-not-local
    UIPasteboard.general.setItems([["public.text": password]], options: [.localOnly: true])
}
