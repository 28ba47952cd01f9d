import TegataBuffers
import TegataInference
import TegataKernelABI
import TegataKernelSelection
import TegataPixels

#if !hasFeature(Embedded)
    /// Crops hand regions as the landmark network receives them, without running the network.
    package final class HandCropper {
        private let output: UnsafeMutableBufferPointer<Float>
        private let warp: TensorWarp

        package init(_ networks: HandNetworks, team: ThreadTeam) throws(TegataError) {
            let kernels: KernelSet
            do { kernels = try kernelSet(named: networks.palmDetector.level) } catch { throw TegataError(error) }
            output = .allocate(capacity: 3 * ImageInput.handSide * ImageInput.handSide)
            output.initialize(repeating: 0)
            warp = TensorWarp(
                to: output, side: ImageInput.handSide, input: networks.handInput, border: .replicated,
                kernels: kernels, team: team)
        }

        deinit {
            output.deallocate()
        }

        /// Returns the network's input for the region in `rectangle`.
        package func crop(_ image: ImageView, _ rectangle: HandRectangle) -> [Float] {
            let size = PixelSize(width: image.width, height: image.height)
            warp.run(image, PixelRegion(rectangle, size), isMirrored: false)
            return Array(output)
        }
    }
#endif
