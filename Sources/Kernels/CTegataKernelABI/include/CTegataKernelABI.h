// The arguments of kernels. They are C structs, because Swift then provides an initialiser of all members to every
// module.
//
// There are three types of elements, which each level chooses: inputs (with outputs and residuals, which are inputs of
// other steps), packed weights, and accumulators (with bias and slopes). Strides and lengths count elements. Choices
// are raw values of the Swift enumerations that their comments name.
#ifndef TEGATA_KERNEL_ABI_H
#define TEGATA_KERNEL_ABI_H

#define TEGATA_ARGUMENTS(name) struct __attribute__((swift_name(#name)))

typedef unsigned char tegata_choice;

/// The number of vectors of accumulators behind the weights of a float panel: bias and slopes.
enum { tegata_panel_vector_count = 2 };

#pragma clang assume_nonnull begin

/// One panel of a matrix product `C = activation(A · B + bias + residual)`.
///
/// A row of A is not stored as one piece: it is `segments` runs of `segmentLength` contiguous inputs, `segmentStride`
/// inputs apart. A 1×1 convolution has one segment; a k×k convolution over NHWC data has one per kernel row, so no
/// image-to-column copy is made. Sums start at the bias and run in ascending order of the inner dimension, and the
/// residual is added last. The result of a row therefore does not depend on the grouping of rows into tiles or threads.
/// With float16 accumulators, 32 products at a time are summed separately; the first such sum starts at the bias.
///
/// 8-bit kernels have one segment of a length that is a multiple of 4. A row of A is bytes followed by the row's scale,
/// as `QuantizeArguments` describes. The panel is `[segmentLength / 4][width][4]` signed bytes. After the bias come
/// `width` scales of columns and `width` starts of sums (32-bit integers), which undo the offset of the bytes. In place
/// of the sum that starts at the bias they compute `float(start + Σ byte · weight) · (rowScale · columnScale) + bias`.
/// The sum is exact. Its conversion rounds, as do the product of the scales and, once for both, the last product and
/// the addition.
///
/// If weights have 16 bits, they are a plane of high bytes and a plane of low bytes: the panel is
/// `[segmentLength / 4][2][width][4]`, and there are `[2][width]` scales and starts. The term of the low plane is added
/// to the result of the high one in the same way.
TEGATA_ARGUMENTS(GemmArguments) tegata_gemm_arguments {
    /// First input of row 0.
    const void *a;
    long aRowStride;
    long segments;
    long segmentLength;
    long segmentStride;
    /// `segments * segmentLength` rows of `width` weights, 64-byte aligned.
    const void *panel;
    /// `width` accumulators.
    const void *bias;
    /// `width` accumulators, only for `.prelu`.
    const void *_Nullable slopes;
    /// Added to the sums; nil if there is none. Points at this panel's first column of row 0.
    const void *_Nullable residual;
    long residualRowStride;
    /// Points at this panel's first column of row 0.
    void *c;
    long cRowStride;
    long rows;
    /// The number of the panel's `width` columns that are stored, 1 ... width.
    long columns;
    /// An `Activation`.
    tegata_choice activation;
    float low;
    float high;
};

/// Converts rows of floats to bytes for an 8-bit matrix product. A factor turns a row's numbers into integers, rounded
/// to the nearest and ties to even, in one fused multiply-add.
///
/// With `top` 0, the row's largest magnitude becomes 127: the factor is 127 / largest, the scale largest · (1/127).
/// Otherwise, `top` becomes 255, and the caller knows that all inputs lie in 0 ... `top`.
///
/// Where instructions multiply unsigned bytes, 128 is added to integers with a sign; where they multiply signed bytes,
/// 128 is subtracted from those without.
TEGATA_ARGUMENTS(QuantizeArguments) tegata_quantize_arguments {
    const float *input;
    long inputRowStride;
    long rows;
    /// The number of inputs in a row.
    long depth;
    float top;
    /// Rows of `depth` bytes, which end at a multiple of 4 with bytes that are not written, and the row's scale. They
    /// are contiguous.
    void *output;
};

/// Output rows of a depthwise convolution with depth multiplier 1, all channels. If a call computes several rows, a row
/// of input is fetched into the nearest cache once for all the output rows that use it.
TEGATA_ARGUMENTS(DepthwiseArguments) tegata_depthwise_arguments {
    /// Pointers to pixel 0 of the input rows that exist and are needed, top to bottom; padding rows are skipped.
    const void *_Nonnull const *_Nonnull inputRows;
    /// Kernel row of the first output row that belongs to `inputRows[0]`.
    long firstKernelRow;
    /// The number of input rows.
    long rowCount;
    long inputWidth;
    long inputPixelStride;
    void *output;
    long outputWidth;
    long outputPixelStride;
    /// The number of neighbouring output rows to compute; more than one only if `stride` and dilation 1 apply to rows
    /// too.
    long outputRows;
    /// The height of the tiles of output rows, as given by the kernel's `DepthwiseTiling`.
    long tileRows;
    long outputRowStride;
    long channels;
    long kernelHeight;
    long kernelWidth;
    long stride;
    long dilation;
    /// Input column of kernel column 0 for output column 0 is `-padLeft`; taps outside the row contribute nothing.
    long padLeft;
    /// `[channel block][kernel row][kernel column][lanes]`, the last block padded with zeros, 64-byte aligned.
    const void *weights;
    /// Accumulators; channels rounded up to whole blocks.
    const void *bias;
    /// In the form of `bias`, only for `.prelu`.
    const void *_Nullable slopes;
    /// An `Activation`.
    tegata_choice activation;
    float low;
    float high;
    /// If it is not 0, results are stored as bytes: the low bytes of `byteStart + result · byteFactor`, as
    /// `QuantizeArguments` describes for a fixed `top`. Strides of the output then count bytes. Only levels of float32
    /// that have 8-bit kernels beside them can do this.
    float byteFactor;
    float byteStart;
};

/// One output row of a pooling layer, all channels. Taps outside the image neither count nor contribute.
TEGATA_ARGUMENTS(PoolArguments) tegata_pool_arguments {
    /// Pointers to pixel 0 of the input rows that exist, top to bottom.
    const void *_Nonnull const *_Nonnull inputRows;
    long rowCount;
    long inputWidth;
    long inputPixelStride;
    void *output;
    long outputWidth;
    long outputPixelStride;
    long channels;
    long windowWidth;
    long stride;
    long padLeft;
    /// A `Reduction`: `.maximum` or `.mean`.
    tegata_choice reduction;
    float low;
    float high;
};

/// One output row of a bilinear resize: `top` and `bottom` are blended by `rowWeight` (share of `bottom`), columns by
/// the tables. The result is activated, then `residual` is added.
TEGATA_ARGUMENTS(ResizeArguments) tegata_resize_arguments {
    const void *top;
    const void *bottom;
    float rowWeight;
    /// Per output column: left input column, right input column.
    const int *columnIndices;
    /// Per output column: share of the right input column.
    const float *columnWeights;
    long inputPixelStride;
    void *output;
    long outputWidth;
    long outputPixelStride;
    long channels;
    /// `channels` inputs, only for `.prelu`.
    const void *_Nullable slopes;
    const void *_Nullable residual;
    long residualPixelStride;
    /// An `Activation`.
    tegata_choice activation;
    float low;
    float high;
};

/// Reduces `input[o][r][i]` over r to `output[o][i]`, all contiguous.
TEGATA_ARGUMENTS(ReduceArguments) tegata_reduce_arguments {
    const void *input;
    void *output;
    long outer;
    long reduced;
    long inner;
    /// A `Reduction`.
    tegata_choice reduction;
};

/// `output[i] = clamp(operation(a[i], b[i]))` over a contiguous run; a step of 0 repeats one value.
TEGATA_ARGUMENTS(BinaryArguments) tegata_binary_arguments {
    const void *a;
    long aStep;
    const void *b;
    long bStep;
    void *output;
    long count;
    /// A `BinaryOperation`.
    tegata_choice operation;
    float low;
    float high;
};

/// `output[i] = function(input[i])` over a contiguous run; may work in place.
TEGATA_ARGUMENTS(UnaryArguments) tegata_unary_arguments {
    const void *input;
    void *output;
    long count;
    /// A `UnaryFunction`.
    tegata_choice function;
};

/// `output[i] = exp(beta * input[i] - m) / Σ exp(beta * input[j] - m)` over one row, m being the largest exponent.
TEGATA_ARGUMENTS(SoftmaxArguments) tegata_softmax_arguments {
    const void *input;
    void *output;
    long count;
    float beta;
};

/// Converts `count` float16 numbers to floats, exactly.
TEGATA_ARGUMENTS(WidenArguments) tegata_widen_arguments {
    const unsigned short *input;
    float *output;
    long count;
};

/// Rounds `count` floats to the nearest float16, and ties to even. Values that are too large become infinite.
TEGATA_ARGUMENTS(NarrowArguments) tegata_narrow_arguments {
    const float *input;
    unsigned short *output;
    long count;
};

/// Weights as stored in a model file, in row-major order. Aligned like their element.
TEGATA_ARGUMENTS(SourceWeights) tegata_source_weights {
    const void *elements;
    /// A `KernelElement`.
    tegata_choice element;
};

/// Writes `columns` columns of weights into a panel `[depth][width]`: `panel[k * width + column] = weights[column *
/// columnStride + k]`. To start elsewhere in the panel, or to fill it from several matrices, move `panel` by that many
/// packed weights. Columns beyond `columns` are not changed and should be zero.
TEGATA_ARGUMENTS(PackGemmArguments) tegata_pack_gemm_arguments {
    /// Weight 0 of the first column, that is, of the first output channel.
    struct tegata_source_weights weights;
    long columnStride;
    long depth;
    long columns;
    void *panel;
    long width;
};

/// Rearranges depthwise weights `[taps][channels]` into `[channel block][taps][lanes]`; the last block is padded with
/// zeros.
TEGATA_ARGUMENTS(PackDepthwiseArguments) tegata_pack_depthwise_arguments {
    struct tegata_source_weights weights;
    long taps;
    long channels;
    void *packed;
};

/// `x = addend + x * factor`, repeated in several chains, to measure how many multiply-adds a core can do.
TEGATA_ARGUMENTS(PeakArguments) tegata_peak_arguments {
    /// The values of the chains, which are overwritten, then `factor` and `addend`: `chainCount + 2` vectors of
    /// accumulators.
    void *vectors;
    /// Multiply-adds of vectors in each chain.
    long rounds;
};

/// An image in memory.
TEGATA_ARGUMENTS(PixelSource) tegata_pixel_source {
    /// A `PixelSource.Layout`.
    tegata_choice layout;
    long width;
    long height;
    /// The first pixel; for `yuv`, its luma.
    const void *pixels;
    long rowStride;
    /// Bytes from one luma sample to the next. This member and all below are only for `yuv`.
    long lumaStep;
    const void *u;
    const void *v;
    long uRowStride;
    long vRowStride;
    /// Bytes from one chroma sample to the next in its row.
    long chromaStep;
    /// Pixel (x, y) has the chroma sample ((x + phaseX) / 2, (y + phaseY) >> chromaRowShift).
    long phaseX;
    long phaseY;
    long chromaRowShift;
    /// The contribution of each of the 256 values of Y, U and V to red, green and blue, with 16 bits of fraction. The
    /// entries of Y include half a unit for rounding.
    const __attribute__((ext_vector_type(4))) int *_Nullable colorTable;
};

/// Some rows of a perspective warp of an image to a tensor of red, green and blue floats.
///
/// With m the matrix (rows m0 m1 m2, m3 m4 m5, m6 m7 m8), column x and row y of the output sample the image at
///
///     (m0·x + m1·y + m2, m3·x + m4·y + m5) / (m6·x + m7·y + m8)
///
/// in steps of 1/32 pixel; whole numbers are pixel positions. As in OpenCV, the column is split into 64·n and a rest.
/// No operation is fused with another, so that all levels give the same bytes. Four taps are blended with weights of
/// 1/1024 and rounded to a byte.
TEGATA_ARGUMENTS(WarpArguments) tegata_warp_arguments {
    struct tegata_pixel_source source;
    /// Nine numbers, in row-major order.
    const double *matrix;
    /// A `WarpBorder`.
    tegata_choice border;
    /// Whether to read the image as if its columns were in the opposite order.
    _Bool isMirrored;
    /// Row 0 of the output; rows are contiguous.
    float *output;
    long outputWidth;
    long firstRow;
    long rowCount;
    /// A float is byte · scale + offset.
    float scale;
    float offset;
};

#pragma clang assume_nonnull end

#endif
