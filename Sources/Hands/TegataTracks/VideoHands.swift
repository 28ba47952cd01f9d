import TegataBuffers
import TegataHands
import TegataRecords

/// The hands in all frames of a video. Knowing the whole video, tracks can be revised:
///
///     var video = VideoHands()
///     for record in records { video.append(record) }
///     let revised = video.revised(options)
package struct VideoHands: Sendable {
    /// The results for the frames, in order.
    package private(set) var frames: [FrameRecord] = []

    package init() {}

    /// Adds the next frame.
    package mutating func append(_ record: FrameRecord) {
        frames.append(record)
    }

    /// Returns the hands with revised tracks: IDs that follow the hands where they meet, one side for each track, and
    /// hands in gaps of up to half a second. Events are found again. `options` are the options of the pipeline.
    package func revised(_ options: HandPipelineOptions) -> VideoHands {
        let cut = CutTracks(frames)
        var video = self
        for index in video.frames.indices { video.frames[index].isRevised = true }
        for (index, track) in TrackletLinks(cut.tracklets).tracks.enumerated() {
            video.revise(track, identifier: index + 1, options)
        }
        for jump in cut.jumps.joined() { video.frames[jump.frame].hands[jump.hand].identifier = nil }
        // Before hands are removed, they have the places of the old ones.
        video.moveActions(from: self)
        for index in video.frames.indices { video.frames[index].hands.removeAll { $0.identifier == nil } }
        video.findEvents(options)
        return video
    }

    /// Gives all hands of a track its ID and side, and fills its short gaps.
    private mutating func revise(_ tracklets: [Tracklet], identifier: Int, _ options: HandPipelineOptions) {
        let sightings = tracklets.flatMap { $0.sightings }
        let rightProbability = sightings.reduce(0) { $0 + $1.rightProbability } / Float(sightings.count)
        for sighting in sightings {
            let size = frames[sighting.frame].size
            frames[sighting.frame].hands[sighting.hand].identifier = identifier
            frames[sighting.frame].hands[sighting.hand].setRightProbability(rightProbability, options, size)
        }
        // Walk through the track's frames in order, because the signs of orientations follow each other.
        var orientation: Quaternion?
        for (index, tracklet) in tracklets.enumerated() {
            if index > 0 { fillGap(from: tracklets[index - 1], to: tracklet, &orientation) }
            for sighting in tracklet.sightings {
                frames[sighting.frame].hands[sighting.hand].followOrientation(&orientation)
            }
        }
    }

    /// The longest gap to fill.
    private static let longestGap: Milliseconds = 500

    /// Adds the hand in the frames between two tracklets, on a smooth path, unless the gap is long or the path leaves
    /// the image.
    private mutating func fillGap(from end: Tracklet, to start: Tracklet, _ orientation: inout Quaternion?) {
        let gap = TrackGap(end, start, frames)
        guard elapsed(from: end.last.milliseconds, to: start.first.milliseconds) <= Self.longestGap, gap.staysInside,
            gap.isStraight
        else { return }
        let hand = frames[end.last.frame].hands[end.last.hand]
        let other = frames[start.first.frame].hands[start.first.hand]
        for place in gap.places {
            var hand = hand.interpolated(to: other, place.share, shift: place.shift)
            hand.followOrientation(&orientation)
            frames[place.frame].hands.append(hand)
        }
    }

    /// Gives the events of actions the new IDs of their hands.
    private mutating func moveActions(from old: VideoHands) {
        for index in frames.indices {
            frames[index].actionEvents = frames[index].actionEvents?.map { event in
                let hand = old.frames[index].hands.firstIndex { $0.identifier == event.handIdentifier }
                let new = hand.flatMap { frames[index].hands[$0].identifier }
                return ActionEvent(handIdentifier: new ?? event.handIdentifier, name: event.name)
            }
        }
    }

    /// Finds the gestures that begin and end.
    private mutating func findEvents(_ options: HandPipelineOptions) {
        guard let options = options.gestures?.events else { return }
        var events = GestureEvents()
        for index in frames.indices {
            frames[index].gestureEvents = events.update(
                frames[index].hands, milliseconds: frames[index].milliseconds, options: options)
        }
    }
}

extension FrameRecord {
    var milliseconds: Milliseconds { frame?.milliseconds ?? 0 }
    var size: PixelSize { PixelSize(width: width, height: height) }
}
