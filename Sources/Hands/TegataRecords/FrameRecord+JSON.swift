import TegataHands

extension FrameRecord {
    /// The record as one line of JSON.
    package var json: String {
        var json = JSONWriter()
        write(to: &json)
        return json.text
    }

    /// The record as one line of JSON, with the joints of each hand.
    package var jsonWithJoints: String {
        var json = JSONWriter()
        write(to: &json, hasJoints: true)
        return json.text
    }

    /// Writes the record as an object, on request with the joints of each hand and with events.
    package func write(to json: inout JSONWriter, hasJoints: Bool = false, events: [HandEvents.Event]? = nil) {
        json.object { json in
            json.member("source", source)
            if let frame {
                json.member("frame", frame.index)
                json.member("timestampMs", frame.milliseconds)
            }
            json.member("width", width)
            json.member("height", height)
            json.array("hands", hands) { json, hand in
                json.object { json in
                    for field in HandField.all where has(field) { write(field, of: hand, to: &json) }
                    if hasJoints { json.object("joints") { hand.joints.write(to: &$0) } }
                }
            }
            if let actionEvents { json.array("actions", actionEvents, write) }
            if !gestureEvents.isEmpty { json.array("gestureEvents", gestureEvents, write) }
            if let events { json.array("events", events) { json, event in json.object(event.writeMembers) } }
        }
    }

    /// Writes a field of a hand; skips it if the hand does not have it.
    private func write(_ field: HandField, of hand: HandResult, to json: inout JSONWriter) {
        switch field.content {
        case .integer(let value):
            if let value = value(hand) { json.member(field.name, value) }
        case .category(let value):
            guard let value = value(hand) else { return }
            json.object(field.name) { json in writeMembers(&json, value) }
        case .listedCategory(let value):
            json.array(field.name, CollectionOfOne(value(hand))) { json, category in
                if let category { json.object { json in writeMembers(&json, category) } }
            }
        case .categories(let value):
            guard let value = value(hand) else { return }
            json.array(field.name, value) { json, category in
                json.object { json in writeMembers(&json, category) }
            }
        case .points(let value):
            json.array(field.name, value(hand), write)
        case .knownPoints(let value):
            if let points = value(hand) { json.array(field.name, points, write) }
        case .place(let value):
            if let place = value(hand) { json.object(field.name) { json in json.members(of: place) } }
        case .number(let value):
            if let value = value(hand) { json.member(field.name, value) }
        case .numbers(let value):
            if let value = value(hand) { json.member(field.name, value) }
        }
    }

    private func writeMembers(_ json: inout JSONWriter, _ category: HandCategory) {
        json.member("index", category.index)
        json.member("score", category.score)
        json.member("categoryName", category.name)
        json.member("displayName", category.displayName)
    }

    private func write(_ json: inout JSONWriter, _ point: HandPoint) {
        json.object { json in json.members(of: point) }
    }

    private func write(_ json: inout JSONWriter, _ event: GestureEvent) {
        json.object { json in
            json.member("id", event.handIdentifier)
            json.member("event", event.kind.name)
            json.member("categoryName", event.name)
            json.member("durationMs", event.milliseconds)
        }
    }

    private func write(_ json: inout JSONWriter, _ event: ActionEvent) {
        json.object { json in
            json.member("id", event.handIdentifier)
            json.member("categoryName", event.name)
        }
    }
}

extension JSONWriter {
    /// Writes the coordinates of a point.
    mutating func members(of point: HandPoint) {
        member("x", point.x)
        member("y", point.y)
        member("z", point.z)
    }
}
