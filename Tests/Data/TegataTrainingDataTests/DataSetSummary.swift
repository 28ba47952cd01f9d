import TegataTrainingData

extension DataSet {
    /// Returns every item as "label|group|path", with paths relative to a folder.
    func summary(in folder: String) -> [String] {
        items.map { item in
            let path = (item.path ?? "-")
            let inner = path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
            return [labels[item.label], item.group ?? "", inner].joined(separator: "|")
        }
    }

    /// Returns the notices without the folder's path.
    func noticeTexts(in folder: String) -> [String] {
        notices.map { notice in
            notice.description.split(separator: folder + "/", omittingEmptySubsequences: false).joined()
        }
    }
}
