import TegataTraining

/// Crops of simple drawn hands in random poses, for calibration without images.
///
/// A hand consists of rounded rods for its bones, shaded from one side, in front of a blurred background. Calibration
/// needs inputs that activate the network as hands do, not inputs that look real.
struct DrawnHands {
    static let side = 224

    private var random: SeededGenerator

    init(seed: UInt64 = 0) {
        random = SeededGenerator(seed: seed)
    }

    /// Returns an upright crop of another hand: red, green and blue from 0 to 1, row after row.
    mutating func next() -> [Float] {
        let rods = rods()
        let light = unit(SIMD2(random.uniform(-1, 1), random.uniform(-1, 0.4)))
        let exposure = random.uniform(0.55, 1.2)
        let skin = exposure * tone()
        let background = background()
        let noise = random.uniform(0, 0.03)
        var pixels: [Float] = []
        pixels.reserveCapacity(3 * Self.side * Self.side)
        for y in 0..<Self.side {
            for x in 0..<Self.side {
                let point = SIMD2(Float(x), Float(y))
                var color = background(point)
                var top = -Float.infinity
                for rod in rods {
                    guard let surface = rod.surface(at: point), surface.height > top else { continue }
                    top = surface.height
                    let facing = 0.62 * surface.up + 0.38 * (surface.normal * light).sum()
                    let covered = min(1, surface.inside)
                    color += covered * (skin * max(0.12, 0.35 + 0.75 * facing) - color)
                }
                for channel in 0..<3 {
                    let value = color[channel] + noise * (random.unit() - 0.5)
                    // Cameras and image files have 8 bits.
                    pixels.append((max(0, min(1, value)) * 255).rounded() / 255)
                }
            }
        }
        return pixels
    }

    // MARK: Hands

    /// A bone with skin around it: all points within a radius of a line. One end is nearer to the camera.
    private struct Rod {
        let start: SIMD2<Float>
        let along: SIMD2<Float>
        let radii: (Float, Float)
        let heights: (Float, Float)

        /// Returns the surface at a point: its height, its slope, and its distance to the edge in pixels; nil outside.
        func surface(at point: SIMD2<Float>) -> (height: Float, up: Float, normal: SIMD2<Float>, inside: Float)? {
            let offset = point - start
            let place = max(0, min(1, (offset * along).sum() / max((along * along).sum(), 1e-3)))
            let away = offset - place * along
            let radius = radii.0 + place * (radii.1 - radii.0)
            let square = (away * away).sum()
            guard square < radius * radius else { return nil }
            let normal = away / radius
            let up = max(0, 1 - (normal * normal).sum()).squareRoot()
            let height = heights.0 + place * (heights.1 - heights.0) + up * radius
            return (height, up, normal, radius - square.squareRoot())
        }
    }

    /// The positions of the finger bases relative to the wrist, and the lengths of their bones, as fractions of the
    /// palm.
    private static let fingers: [(base: SIMD2<Float>, direction: SIMD2<Float>, bones: [Float], radius: Float)] = [
        (SIMD2(-0.34, -0.28), SIMD2(-0.75, -0.66), [0.42, 0.34, 0.28], 0.105),
        (SIMD2(-0.28, -0.98), SIMD2(-0.18, -0.98), [0.46, 0.28, 0.22], 0.095),
        (SIMD2(-0.05, -1.02), SIMD2(-0.02, -1.00), [0.51, 0.32, 0.24], 0.098),
        (SIMD2(0.16, -0.95), SIMD2(0.12, -0.99), [0.46, 0.30, 0.23], 0.092),
        (SIMD2(0.35, -0.82), SIMD2(0.28, -0.96), [0.36, 0.22, 0.20], 0.082),
    ]

    private mutating func rods() -> [Rod] {
        let palm = random.uniform(58, 92)
        let mirror: Float = random.unit() < 0.5 ? -1 : 1
        let narrow = random.uniform(0.55, 1.05)
        let turn = turned(random.uniform(-0.45, 0.45))
        let wrist = SIMD2<Float>(
            112 + random.uniform(-16, 16), 112 + palm * random.uniform(0.75, 1.05) + random.uniform(-12, 12))
        func place(_ point: SIMD2<Float>) -> SIMD2<Float> {
            let scaled = SIMD2(point.x * mirror * narrow, point.y) * palm
            return wrist + SIMD2(scaled.x * turn.x - scaled.y * turn.y, scaled.x * turn.y + scaled.y * turn.x)
        }
        func rod(_ a: SIMD2<Float>, _ b: SIMD2<Float>, _ radii: (Float, Float), _ heights: (Float, Float)) -> Rod {
            Rod(
                start: place(a), along: place(b) - place(a), radii: (radii.0 * palm, radii.1 * palm),
                heights: (heights.0 * palm, heights.1 * palm))
        }
        // The forearm extends beyond the crop.
        var rods = [rod(SIMD2(0, 0.1), SIMD2(random.uniform(-0.3, 0.3), 1.6), (0.27, 0.31), (-0.1, -0.1))]
        // The fingers of a fist are in front of the palm, but behind the back of the hand.
        let towards: Float = random.unit() < 0.6 ? 1 : -1
        let usual = random.unit() < 0.35 ? random.unit() : 0
        for (index, finger) in Self.fingers.enumerated() {
            rods.append(rod(SIMD2(0, -0.05), finger.base, (0.24, index == 0 ? 0.14 : 0.15), (0, 0)))
            var bend = random.unit() < 0.45 ? random.uniform(0.75, 1) : max(usual, random.uniform(0, 0.3))
            if index == 0 { bend *= 0.5 }
            let spread = random.uniform(-0.14, 0.14)
            var point = finger.base
            var height: Float = 0
            for (bone, length) in finger.bones.enumerated() {
                // A finger that bends first becomes shorter, and then points back at the palm.
                let lean = 1 - bend * [0.7, 1.7, 1.75][bone]
                let direction = unit(finger.direction + SIMD2(spread, 0))
                let next = point + length * lean * direction
                let raised = height + towards * bend * length * (bone == 0 ? 0.8 : 0.15)
                let radius = finger.radius * (1 - 0.1 * Float(bone))
                rods.append(rod(point, next, (radius * 1.05, radius), (height, raised)))
                (point, height) = (next, raised)
            }
        }
        return rods
    }

    private mutating func tone() -> SIMD3<Float> {
        let tones: [SIMD3<Float>] = [
            SIMD3(0.96, 0.80, 0.70), SIMD3(0.90, 0.69, 0.56), SIMD3(0.78, 0.56, 0.42), SIMD3(0.58, 0.39, 0.28),
            SIMD3(0.38, 0.25, 0.19),
        ]
        return tones[random.index(below: tones.count)]
    }

    // MARK: Backgrounds

    /// Returns a blurred background: the colours of a coarse grid, blending into each other.
    private mutating func background() -> (SIMD2<Float>) -> SIMD3<Float> {
        let cells = [1, 3, 7][random.index(below: 3)]
        // Most surfaces are nearly grey.
        let color = random.uniform(0, 0.6)
        let brightness = random.unit()
        func paint(_ random: inout SeededGenerator) -> SIMD3<Float> {
            let paint = SIMD3(random.unit(), random.unit(), random.unit())
            let grey = SIMD3<Float>(repeating: (brightness + random.unit()) / 2)
            return grey + color * (paint - grey)
        }
        let base = paint(&random)
        let contrast = random.uniform(0.1, 0.7)
        var grid: [SIMD3<Float>] = []
        for _ in 0..<(cells + 1) * (cells + 1) {
            let other = paint(&random)
            grid.append(base + contrast * (other - base))
        }
        let colors = grid
        return { point in
            let place = point * Float(cells) / Float(Self.side)
            let (column, row) = (min(Int(place.x), cells - 1), min(Int(place.y), cells - 1))
            let (right, down) = (place.x - Float(column), place.y - Float(row))
            func color(_ x: Int, _ y: Int) -> SIMD3<Float> { colors[(row + y) * (cells + 1) + column + x] }
            let upper = color(0, 0) + right * (color(1, 0) - color(0, 0))
            let lower = color(0, 1) + right * (color(1, 1) - color(0, 1))
            return upper + down * (lower - upper)
        }
    }
}

/// Returns a vector of length 1 in the same direction.
private func unit(_ vector: SIMD2<Float>) -> SIMD2<Float> {
    vector / max((vector * vector).sum(), 1e-6).squareRoot()
}

/// Returns a rotation as a complex number of length 1; `slope` is its tangent.
private func turned(_ slope: Float) -> SIMD2<Float> { unit(SIMD2(1, slope)) }
