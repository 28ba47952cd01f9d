/// Options that several commands have.
enum CommonOption {
    static let json = Flag("--json", "write JSON, one object per line, instead of text for people")
}
