extension HandPoints {
    /// Returns the landmark network's points, given in pixels of its input, as fractions of the image. The part of the
    /// input between the borders shows `rectangle`. Depths have the same unit as x.
    package func projected(
        fromInputSide side: Int, _ letterbox: Letterbox, to rectangle: HandRectangle,
        _ angles: AngleFunctions = .rounded
    ) -> HandPoints {
        let (cosine, sine) = (angles.cosine(rectangle.rotation), angles.sine(rectangle.rotation))
        let side = Float(side)
        return HandPoints { index in
            let x = letterbox.removed(fromX: self[index].x / side) - 0.5
            let y = letterbox.removed(fromY: self[index].y / side) - 0.5
            let z = self[index].z / side / 0.4 / letterbox.innerWidth
            return HandPoint(
                x: (cosine * x - sine * y) * rectangle.width + rectangle.centerX,
                y: (sine * x + cosine * y) * rectangle.height + rectangle.centerY, z: z * rectangle.width)
        }
    }

    /// Returns points in metres, rotated like their rectangle, so that their axes are the image's.
    package func turned(by rotation: Float, _ angles: AngleFunctions = .rounded) -> HandPoints {
        let (cosine, sine) = (angles.cosine(rotation), angles.sine(rotation))
        return HandPoints { index in
            let point = self[index]
            return HandPoint(x: cosine * point.x - sine * point.y, y: sine * point.x + cosine * point.y, z: point.z)
        }
    }
}
