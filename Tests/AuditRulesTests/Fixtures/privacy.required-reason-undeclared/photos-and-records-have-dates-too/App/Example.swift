// swift-format-ignore-file
func a(_ asset: PHAsset, _ drafts: [Draft]) -> Date? {
    print(drafts.sorted(by: \.creationDate))
    return asset.creationDate ?? asset.modificationDate
}