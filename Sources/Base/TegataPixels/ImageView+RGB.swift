extension ImageView {
    /// A copy of the pixels as red, green and blue without gaps; every pixel takes the chroma sample that covers it.
    package func rgbBytes() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 3 * width * height) { bytes, count in
            count = 3 * width * height
            guard let target = bytes.baseAddress else { return }
            if let lumaChroma {
                convert(lumaChroma, to: target)
            } else {
                rearrange(to: target)
            }
        }
    }

    private func convert(_ source: LumaChroma, to target: UnsafeMutablePointer<UInt8>) {
        let table = ColorTable(encoding)
        var target = target
        for y in 0..<height {
            let luma = source.luma + y * source.lumaRowStride
            let chromaRow = (y + phaseY) >> source.chromaRowShift
            let (u, v) = (source.u + chromaRow * source.uRowStride, source.v + chromaRow * source.vRowStride)
            for x in 0..<width {
                let chroma = (x + phaseX) >> 1 * source.chromaStep
                let color = table.color(
                    luma.load(fromByteOffset: x * source.lumaStep, as: UInt8.self),
                    u.load(fromByteOffset: chroma, as: UInt8.self), v.load(fromByteOffset: chroma, as: UInt8.self))
                target[0] = color.red
                target[1] = color.green
                target[2] = color.blue
                target += 3
            }
        }
    }

    /// Copies pixels of one plane.
    private func rearrange(to target: UnsafeMutablePointer<UInt8>) {
        // Where red, green and blue are in a pixel, and how many bytes it has.
        let (red, green, blue, step) =
            switch format {
            case .bgra: (2, 1, 0, 4)
            case .rgba: (0, 1, 2, 4)
            case .gray: (0, 0, 0, 1)
            case .rgb, .nv12, .nv21, .i420, .yuyv: (0, 1, 2, 3)
            }
        var target = target
        for y in 0..<height {
            var pixel = (planes.0 + y * rowStrides.0).assumingMemoryBound(to: UInt8.self)
            for _ in 0..<width {
                target[0] = pixel[red]
                target[1] = pixel[green]
                target[2] = pixel[blue]
                target += 3
                pixel += step
            }
        }
    }
}
