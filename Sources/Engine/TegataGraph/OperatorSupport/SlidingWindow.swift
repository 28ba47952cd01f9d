/// A window over an image, and the number of positions where it fits.
struct SlidingWindow: Sendable {
    let window: Window
    let outputHeight: Int
    let outputWidth: Int
}

extension SlidingWindow {
    /// Returns the window without the taps that lie outside the image for every output. Use it for windows whose taps
    /// are all alike, because a file may ask for any number of them.
    func trimmed(to picture: ImageShape) -> Window {
        func trim(_ taps: inout Int, _ padding: inout Int, extent: Int, stride: Int, count: Int) {
            let first = max(0, padding - max(0, count - 1) * stride)
            taps = max(1, min(taps, extent + padding) - first)
            padding -= first
        }
        var trimmed = window
        trim(&trimmed.height, &trimmed.padTop, extent: picture.height, stride: window.strideHeight, count: outputHeight)
        trim(&trimmed.width, &trimmed.padLeft, extent: picture.width, stride: window.strideWidth, count: outputWidth)
        return trimmed
    }
}

/// The fields for a window's options in an operator's options table; nil for an option that the table does not have.
struct WindowFields {
    var padding = 0
    var strideWidth = 1
    var strideHeight = 2
    var dilationWidth: Int?
    var dilationHeight: Int?
}

extension NodeReader {
    /// Returns a window of `height` × `width` taps over an image, placed according to the options.
    ///
    /// SAME padding produces one output for each stride that starts in the image. It divides the missing rows between
    /// both sides, with the larger part at the bottom. VALID keeps the window inside the image.
    func slidingWindow(height: Int, width: Int, over picture: ImageShape, _ fields: WindowFields) throws(GraphError)
        -> SlidingWindow
    {
        let padding = try byteOption(fields.padding)
        guard padding == 0 || padding == 1 else { throw invalid("padding", padding, expected: "0 (SAME) or 1 (VALID)") }
        let strideHeight = try positiveOption("stride_h", fields.strideHeight)
        let strideWidth = try positiveOption("stride_w", fields.strideWidth)
        let dilationHeight = try positiveOption("dilation_h_factor", fields.dilationHeight)
        let dilationWidth = try positiveOption("dilation_w_factor", fields.dilationWidth)
        let rows = try windowAxis(
            "height", extent: picture.height, taps: height, stride: strideHeight, dilation: dilationHeight,
            isSame: padding == 0)
        let columns = try windowAxis(
            "width", extent: picture.width, taps: width, stride: strideWidth, dilation: dilationWidth,
            isSame: padding == 0)
        return SlidingWindow(
            window: Window(
                height: height, width: width, strideHeight: strideHeight, strideWidth: strideWidth,
                dilationHeight: dilationHeight, dilationWidth: dilationWidth, padTop: rows.padding,
                padLeft: columns.padding),
            outputHeight: rows.count, outputWidth: columns.count)
    }

    /// Returns an option that must be at least 1; 1 if the table has no such option.
    func positiveOption(_ name: String, _ field: Int?) throws(GraphError) -> Int {
        guard let field else { return 1 }
        // In the schema, only dilations have a default.
        let value = try integerOption(field, default: name.hasPrefix("dilation") ? 1 : 0)
        guard value >= 1 else { throw invalid(name, value, expected: "at least 1") }
        guard value <= Int.max / 4 else { throw invalid(name, value, expected: "at most \(Int.max / 4)") }
        return value
    }

    private func windowAxis(_ name: String, extent: Int, taps: Int, stride: Int, dilation: Int, isSame: Bool)
        throws(GraphError) -> (count: Int, padding: Int)
    {
        // All these values come from 32-bit numbers, so the product of any two fits.
        let (extent, stride) = (Int64(extent), Int64(stride))
        let reach = Int64(taps - 1) * Int64(dilation) + 1
        if isSame {
            let count = (extent + stride - 1) / stride
            let padding = max(0, (count - 1) * stride + reach - extent) / 2
            guard let padding = Int(exactly: padding), padding <= Int.max / 4 else {
                throw invalid("window \(name)", reach, expected: "at most \(Int.max / 2)")
            }
            return (Int(count), padding)
        }
        guard reach <= extent else {
            throw invalid("window \(name)", reach, expected: "at most the image's \(extent) with VALID padding")
        }
        return (Int((extent - reach) / stride + 1), 0)
    }
}

extension Window {
    /// Whether dilation extends the window far beyond an image. Kernels that copy the covered area would need unbounded
    /// memory.
    func reachesFar(beyond picture: ImageShape) -> Bool {
        Int64(height - 1) * Int64(dilationHeight - 1) > 2 * Int64(picture.height)
            || Int64(width - 1) * Int64(dilationWidth - 1) > 2 * Int64(picture.width)
    }

    /// Whether most of an image's columns lie between the windows.
    package var leavesGaps: Bool { Int64(strideWidth) > 4 * (Int64(width - 1) * Int64(dilationWidth) + 1) }
}
