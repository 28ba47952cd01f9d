/// What has a pose that is made of joints.
public protocol PoseProviding {
    /// The names of joints.
    associatedtype PoseJointName: Codable, Hashable, RawRepresentable where PoseJointName.RawValue == String
    /// The names of groups of joints.
    associatedtype PoseJointsGroupName: CaseIterable, RawRepresentable where PoseJointsGroupName.RawValue == String

    /// The joints that there are.
    var availableJointNames: [PoseJointName] { get }
    /// The groups that there are.
    var availableJointsGroupNames: [PoseJointsGroupName] { get }

    /// A joint; nil where there is no such one.
    func joint(for jointName: PoseJointName) -> Joint?
    /// The joints of a group, nil being all of them.
    func allJoints(in groupName: PoseJointsGroupName?) -> [PoseJointName: Joint]
}
