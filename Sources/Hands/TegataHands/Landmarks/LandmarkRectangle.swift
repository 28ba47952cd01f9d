extension HandPoints {
    /// Returns the rectangle around the palm and the first finger joints, rotated so that the hand points up, as
    /// MediaPipe crops the next frame.
    package func nextROI(_ size: PixelSize, _ angles: AngleFunctions = .rounded) -> HandRectangle {
        tightRectangle(size, angles).squared(size, shiftY: -0.1, scale: 2, angles)
    }

    /// Returns the rectangle before it is moved and enlarged.
    package func tightRectangle(_ size: PixelSize, _ angles: AngleFunctions = .rounded) -> HandRectangle {
        let rotation = rotation(size, angles)
        var (acrossX, acrossY) = (Bounds(), Bounds())
        for index in 0..<HandLandmark.stable.count {
            let point = self[HandLandmark.stable[index]]
            acrossX.add(point.x)
            acrossY.add(point.y)
        }
        let (centerX, centerY) = (acrossX.center, acrossY.center)

        // The coordinates in pixels relative to the centre, with the hand pointing up.
        let back = wrapped(-rotation)
        var (cosine, sine) = (angles.cosine(back), angles.sine(back))
        (acrossX, acrossY) = (Bounds(), Bounds())
        for index in 0..<HandLandmark.stable.count {
            let point = self[HandLandmark.stable[index]]
            let x = (point.x - centerX) * size.width
            let y = (point.y - centerY) * size.height
            acrossX.add(x * cosine - y * sine)
            acrossY.add(x * sine + y * cosine)
        }
        (cosine, sine) = (angles.cosine(rotation), angles.sine(rotation))
        let (x, y) = (acrossX.center, acrossY.center)
        return HandRectangle(
            centerX: (x * cosine - y * sine + size.width * centerX) / size.width,
            centerY: (x * sine + y * cosine + size.height * centerY) / size.height,
            width: acrossX.extent / size.width, height: acrossY.extent / size.height, rotation: rotation)
    }

    /// Returns the rotation that makes the hand point up, from the wrist to a point between the first finger joints.
    private func rotation(_ size: PixelSize, _ angles: AngleFunctions) -> Float {
        let wrist = self[.wrist]
        let (index, middle, ring) = (
            self[.indexFingerMCP], self[.middleFingerMCP], self[.ringFingerMCP]
        )
        func between(_ axis: (HandPoint) -> Float) -> Float { ((axis(index) + axis(ring)) / 2 + axis(middle)) / 2 }
        return angles.turn(
            Float(Double.pi / 2), dx: between { $0.x } * size.width - wrist.x * size.width,
            dy: between { $0.y } * size.height - wrist.y * size.height)
    }
}
