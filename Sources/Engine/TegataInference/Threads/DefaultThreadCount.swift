import TegataSystem

extension ThreadTeam {
    /// The largest default number of threads, because more threads help networks as small as those for hands little.
    static let mostByDefault = 4

    /// The default number of threads: one for each processor that the process may use, up to four.
    public static var defaultCount: Int { min(ProcessorCount.available, mostByDefault) }
}
