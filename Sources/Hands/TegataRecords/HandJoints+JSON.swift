import TegataHands

extension HandJoints {
    /// Writes the members of the object that JSON has of them.
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
            write("origin", pointingRay.origin, to: &json)
            write("direction", pointingRay.direction, to: &json)
        }
        json.object("skeleton") { json in
            for joint in 0..<HandSkeleton.count {
                json.object(HandSkeleton.name(of: joint)) { json in
                    write("position", skeleton[joint].position, to: &json)
                    write("orientation", skeleton[joint].orientation, to: &json)
                    write("localOrientation", skeleton[joint].localOrientation, to: &json)
                    json.member("radius", skeleton[joint].radius)
                    json.member("isMeasured", HandSkeleton.landmark(of: joint) != nil)
                }
            }
        }
    }

    private func write(_ name: String, _ point: HandPoint, to json: inout JSONWriter) {
        json.object(name) { json in
            json.member("x", point.x)
            json.member("y", point.y)
            json.member("z", point.z)
        }
    }

    private func write(_ name: String, _ turn: Quaternion, to json: inout JSONWriter) {
        json.object(name) { json in
            json.member("x", turn.x)
            json.member("y", turn.y)
            json.member("z", turn.z)
            json.member("w", turn.w)
        }
    }
}
