import TegataHands

extension HandJoints {
    /// Writes the members of the JSON object for the joints.
    func write(to json: inout JSONWriter) {
        json.member("confidence", confidence)
        json.object("fingers") { json in
            for finger in 0..<5 {
                json.object(Self.fingerNames[finger]) { json in
                    json.member("state", fingers[finger].state.name)
                    json.member("confidence", fingers[finger].confidence)
                    json.member("curl", fingers[finger].curl)
                }
            }
        }
        json.object("angles") { json in
            for landmark in HandLandmark.allCases {
                guard let angles = self[landmark] else { continue }
                json.object(landmark.name) { json in
                    json.member("flexion", angles.flexion)
                    json.member("abduction", angles.abduction)
                    json.member("twist", angles.twist)
                }
            }
        }
        json.array("visibility", 0..<HandPoints.count) { json, index in json.value(visibility[index]) }
        json.object("pinches") { json in
            for finger in 0..<4 {
                json.object(Self.fingerNames[finger + 1]) { json in
                    json.member("strength", pinches[finger].strength)
                    json.member("distance", pinches[finger].distance)
                }
            }
        }
        json.member("grabStrength", grabStrength)
        json.object("pointingRay") { json in
            json.object("origin") { $0.members(of: pointingRay.origin) }
            json.object("direction") { $0.members(of: pointingRay.direction) }
        }
        json.object("skeleton") { json in
            for joint in 0..<HandSkeleton.count {
                json.object(HandSkeleton.names[joint]) { json in
                    json.object("position") { $0.members(of: skeleton[joint].position) }
                    json.object("orientation") { $0.members(of: skeleton[joint].orientation) }
                    json.object("localOrientation") { $0.members(of: skeleton[joint].localOrientation) }
                    json.member("radius", skeleton[joint].radius)
                    json.member("isMeasured", HandSkeleton.landmark(of: joint) != nil)
                }
            }
        }
    }
}

extension JSONWriter {
    /// Writes the components of a quaternion.
    fileprivate mutating func members(of turn: Quaternion) {
        member("x", turn.x)
        member("y", turn.y)
        member("z", turn.z)
        member("w", turn.w)
    }
}
