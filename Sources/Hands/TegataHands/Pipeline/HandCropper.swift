import TegataBuffers
import TegataInference
import TegataKernelABI
import TegataKernelSelection
import TegataPixels

#if !hasFeature(Embedded)
    /// Crops images as the hand networks receive them, without running the networks.
    package final class HandCropper {
        private let output: UnsafeMutableBufferPointer<Float>
        private let warp: TensorWarp
        private let palmOutput: UnsafeMutableBufferPointer<Float>
        private let palmWarp: TensorWarp

        package init(_ networks: HandNetworks, team: ThreadTeam) throws(TegataError) {
            let kernels: KernelSet
            do { kernels = try kernelSet(named: networks.palmDetector.level) } catch { throw TegataError(error) }
            output = .allocate(capacity: 3 * ImageInput.handSide * ImageInput.handSide)
            output.initialize(repeating: 0)
            warp = TensorWarp(
                to: output, side: ImageInput.handSide, input: networks.handInput, border: .replicated,
                kernels: kernels, team: team)
            palmOutput = .allocate(capacity: 3 * ImageInput.palmSide * ImageInput.palmSide)
            palmOutput.initialize(repeating: 0)
            palmWarp = TensorWarp(
                to: palmOutput, side: ImageInput.palmSide, input: networks.palmInput, border: .black,
                kernels: kernels, team: team)
        }

        deinit {
            output.deallocate()
            palmOutput.deallocate()
        }

        /// Returns the landmark network's input for the region in `rectangle`.
        package func crop(_ image: ImageView, _ rectangle: HandRectangle) -> [Float] {
            let size = PixelSize(width: image.width, height: image.height)
            warp.run(image, PixelRegion(rectangle, size), isMirrored: false)
            return Array(output)
        }

        /// Returns the palm network's input for a whole image.
        package func whole(_ image: ImageView) -> [Float] {
            let size = PixelSize(width: image.width, height: image.height)
            palmWarp.run(image, PixelRegion(wholeOf: size, rotationDegrees: 0), isMirrored: false)
            return Array(palmOutput)
        }
    }
#endif
