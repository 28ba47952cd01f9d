/// A stand-in for whether a program may use a device. Here the system decides that by the permissions of files, so that
/// the answer is always ``authorized``; a camera that this user may not open is an error of the session.
public enum AVAuthorizationStatus: Int, Sendable {
    /// Nobody has been asked.
    case notDetermined = 0
    /// The user cannot allow it.
    case restricted = 1
    /// The user does not allow it.
    case denied = 2
    /// The user allows it.
    case authorized = 3
}
