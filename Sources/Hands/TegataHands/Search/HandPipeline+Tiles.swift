import CTegataShims
import TegataBuffers
import TegataInference

// Searching for hands in tiles.
extension HandPipeline {
    func usesTiles(_ frame: PipelineFrame) throws(TegataError) -> Bool {
        do { return try options.search.usesTiles(frame.size) } catch { throw TegataError(error) }
    }

    /// Finds the palms in the whole image and in all tiles.
    func findPalmsInTiles(_ frame: PipelineFrame, _ timings: inout StageTimings) {
        _ = stillTiles.update(frame.size, rotationDegrees: frame.rotationDegrees, options.search)
        palmStage.run(frame, &timings)
        palmStage.add(stillTiles.tiles[...], frame, &timings)
        palmStage.joinPalms(frame, &timings)
    }

    /// Tracks the hands of the previous frame, and may search for new ones, which have to be confirmed.
    func trackAndConfirm(_ frame: PipelineFrame, _ timings: inout StageTimings, isSearched: Bool, usesTiles: Bool) {
        var palms: ArraySlice<PalmDetection> = []
        if isSearched {
            if usesTiles {
                if video.hasLostHand { video.tiles.forget() }
                palmStage.run(frame, &timings)
                findPalmsInNextTiles(frame, &timings)
                palmStage.joinPalms(frame, &timings)
            } else {
                findPalmsInNextView(frame, &timings)
            }
            palms = choosePalms(options.tiledCandidateLimit, frame)
        }
        variant.videoJoining.join(palms, video.rectangles, into: &rectangles)
        var known = 0
        for region in video.rectangles where !region.isEmpty { known += 1 }
        rectangles.removeAll { $0.isEmpty }
        found.removeAll(keepingCapacity: true)
        handStage.run(frame, rectangles[..<known], &timings, to: &found)
        let kept = found.count
        handStage.run(frame, rectangles[known...], &timings, to: &found)
        let runs = rectangles.count - known + found.count - kept
        confirmHands(behind: kept, frame, &timings)
        dropDuplicates(frame, &timings)
        dropInnerHands(behind: min(kept, found.count), frame, &timings)
        video.views.add(extraRuns: max(0, runs - max(0, found.count - kept)))
    }

    /// Finds the palms in the next tiles, as many as the options allow per frame.
    private func findPalmsInNextTiles(_ frame: PipelineFrame, _ timings: inout StageTimings) {
        let start = tegata_monotonic_nanoseconds()
        var asked = 0
        video.tiles.begin(frame, options.search)
        guard let nanoseconds = options.search.tileNanoseconds else {
            video.tiles.choose(options.search.tilesPerFrame, frame, changeDetector, &asked)
            palmStage.add(video.tiles.chosen[...], frame, &timings)
            return
        }
        repeat {
            video.tiles.choose(team.count, frame, changeDetector, &asked)
            palmStage.add(video.tiles.chosen[...], frame, &timings)
        } while !video.tiles.chosen.isEmpty
            && tegata_monotonic_nanoseconds() - start < nanoseconds
    }

    /// Runs the landmark network again for the hands after the first `count`, each in a crop computed from its
    /// landmarks, and drops the ones that are not found again, because many tiles show many things that resemble palms.
    func confirmHands(behind count: Int, _ frame: PipelineFrame, _ timings: inout StageTimings) {
        rectangles.removeAll(keepingCapacity: true)
        for hand in found[count...] { rectangles.append(hand.nextROI) }
        found.removeLast(found.count - count)
        handStage.run(frame, rectangles[...], &timings, to: &found)
    }

    /// Drops hands after the first `count` that lie within much larger ones, because part of a hand looks like a hand
    /// in a tile that shows only that part. Also drops any hands beyond the requested number.
    func dropInnerHands(behind count: Int, _ frame: PipelineFrame, _ timings: inout StageTimings) {
        timings.handDecoding += nanoseconds {
            var kept = count
            for index in count..<found.count {
                let landmarks = found[index].hand.landmarks
                var isInner = false
                for other in found.indices where frame.size.isInner(landmarks, of: found[other].hand.landmarks) {
                    isInner = true
                    break
                }
                if !isInner {
                    found.swapAt(kept, index)
                    kept += 1
                }
            }
            found.removeLast(found.count - min(kept, options.maximumHandCount))
        }
    }
}
