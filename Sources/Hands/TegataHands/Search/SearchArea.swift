/// Where hands are looked for that are not known yet.
public enum SearchArea: String, Sendable, CaseIterable {
    /// In the whole picture at once, as MediaPipe does. Hands that take less than about an eighth of its longer side
    /// are missed more often than found.
    case whole
    /// In the whole picture and in overlapping tiles, which shows hands several times smaller.
    case tiles
    /// In tiles where the picture's longer side is more than twice that of a tile, otherwise in the whole picture.
    case automatic = "auto"
}
