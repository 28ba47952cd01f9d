/// The package's version. Everything that states a version takes it from this type or is compared with it by the tests.
package enum Version {
    package static let number = "0.3.0"
    /// The release date of the version.
    package static let date = "2026-11-29"
}
