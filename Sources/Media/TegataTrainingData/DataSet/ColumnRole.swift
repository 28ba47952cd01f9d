/// What a column of an annotation file can be.
enum ColumnRole: CaseIterable {
    case media, label, start, end, group

    /// The usual names, in small letters, the likeliest first.
    var names: [String] {
        switch self {
        case .media:
            [
                "imagepath", "videopath", "image_path", "video_path", "image", "video", "file", "filename", "file_name",
                "path", "filepath", "file_path", "clip", "media", "img", "image_name", "video_name", "videoid",
                "video_id", "video_file", "source", "id", "name",
            ]
        case .label:
            ["label", "labels", "class", "gesture", "action", "category", "class_name", "label_name", "text_label"]
        case .start:
            [
                "starttime", "start_time", "start", "begin", "from", "start_frame", "startframe", "frame_start",
                "t_start", "begin_time", "start_seconds",
            ]
        case .end:
            [
                "endtime", "end_time", "end", "stop", "to", "end_frame", "endframe", "frame_end", "t_end", "stop_time",
                "end_seconds",
            ]
        case .group:
            [
                "session_id", "sessionid", "session", "user_id", "userid", "user", "person", "person_id", "subject",
                "subject_id", "signer", "group", "participant",
            ]
        }
    }

    /// Whether any column is usually called so.
    static func isKnown(_ name: String) -> Bool {
        let name = name.lowercased()
        return allCases.contains { $0.names.contains(name) }
    }
}
