// The arguments of kernels. They are C structs, because Swift then provides every module with a memberwise initialiser.
//
// There are three types of elements, which each level chooses: inputs (together with outputs and residuals, which are
// inputs of other steps), packed weights, and accumulators (together with bias and slopes). Strides and lengths are in
// elements. Choices are raw values of the Swift enumerations named in their comments.
#ifndef TEGATA_KERNEL_ABI_H
#define TEGATA_KERNEL_ABI_H

#define TEGATA_ARGUMENTS(name) struct __attribute__((swift_name(#name)))

typedef unsigned char tegata_choice;

/// The number of accumulator vectors after the weights of a float panel: bias and slopes.
enum { tegata_panel_vector_count = 2 };

#pragma clang assume_nonnull begin

/// A panel of a matrix product `C = activation(A · B + bias + residual)`.
///
/// A row of A is not contiguous: it consists of `segments` runs of `segmentLength` contiguous inputs, `segmentStride`
/// inputs apart. A 1×1 convolution has one segment; a k×k convolution over NHWC data has one per kernel row, so no
/// image-to-column copy is made. Sums start at the bias and run in ascending order of the inner dimension, and the
/// residual is added last. A row's result therefore does not depend on how rows are grouped into tiles or threads. With
/// float16 accumulators, 32 products at a time are summed separately; the first such sum starts at the bias.
///
/// 8-bit kernels have a single segment, whose length is a multiple of 4. A row of A consists of bytes followed by the
/// row's scale, as described for `QuantizeArguments`. The panel is `[segmentLength / 4][width][4]` signed bytes. The
/// bias is followed by `width` column scales and `width` starts of sums (32-bit integers), which undo the offset of the
/// bytes. Instead of the sum that starts at the bias, they compute
/// `float(start + Σ byte · weight) · (rowScale · columnScale) + bias`. The sum is exact. Rounding occurs in its
/// conversion, in the product of the scales and, once for both, in the last product and the addition.
/// the addition.
///
/// 16-bit weights consist of a plane of high bytes and a plane of low bytes: the panel is
/// `[segmentLength / 4][2][width][4]`, and there are `[2][width]` scales and starts. The low plane's term is added to
/// the high plane's result in the same way.
TEGATA_ARGUMENTS(GemmArguments) tegata_gemm_arguments {
    /// The first input of row 0.
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
    /// Added to the sums; nil if there is none. Points to this panel's first column in row 0.
    const void *_Nullable residual;
    long residualRowStride;
    /// Points to this panel's first column in row 0.
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

/// Converts rows of floats to bytes for an 8-bit matrix product. A factor turns a row's numbers into integers in one
/// fused multiply-add, rounding to the nearest with ties to even.
///
/// If `top` is 0, the row's largest magnitude becomes 127: the factor is 127 / largest, and the scale is largest ·
/// (1/127). Otherwise, `top` becomes 255, and the caller must know that all inputs lie in 0 ... `top`.
///
/// If instructions multiply unsigned bytes, 128 is added to signed integers; if they multiply signed bytes, 128 is
/// subtracted from unsigned ones.
TEGATA_ARGUMENTS(QuantizeArguments) tegata_quantize_arguments {
    const float *input;
    long inputRowStride;
    long rows;
    /// The number of inputs in a row.
    long depth;
    float top;
    /// Rows of `depth` bytes, padded to a multiple of 4 with bytes that are not written, each followed by the row's
    /// scale. The rows are contiguous.
    void *output;
};

/// Output rows of a depthwise convolution with a depth multiplier of 1, for all channels. If a call computes several
/// rows, each input row is fetched into the nearest cache once for all the output rows that use it.
TEGATA_ARGUMENTS(DepthwiseArguments) tegata_depthwise_arguments {
    /// Pointers to pixel 0 of the input rows that exist and are needed, from top to bottom; padding rows are skipped.
    const void *_Nonnull const *_Nonnull inputRows;
    /// The kernel row of the first output row that corresponds to `inputRows[0]`.
    long firstKernelRow;
    /// The number of input rows.
    long rowCount;
    long inputWidth;
    long inputPixelStride;
    void *output;
    long outputWidth;
    long outputPixelStride;
    /// The number of adjacent output rows to compute; more than one only if `stride` and a dilation of 1 also apply to
    /// rows.
    long outputRows;
    /// The height of the tiles of output rows, as determined by the kernel's `DepthwiseTiling`.
    long tileRows;
    long outputRowStride;
    long channels;
    long kernelHeight;
    long kernelWidth;
    long stride;
    long dilation;
    /// For output column 0, kernel column 0 is at input column `-padLeft`; taps outside the row contribute nothing.
    long padLeft;
    /// `[channel block][kernel row][kernel column][lanes]`, with the last block padded with zeros, 64-byte aligned.
    const void *weights;
    /// Accumulators, with channels rounded up to whole blocks.
    const void *bias;
    /// In the same form as `bias`, only for `.prelu`.
    const void *_Nullable slopes;
    /// An `Activation`.
    tegata_choice activation;
    float low;
    float high;
    /// If this is not 0, results are stored as bytes: the low bytes of `byteStart + result · byteFactor`, as described
    /// for `QuantizeArguments` with a fixed `top`. Output strides are then in bytes. Only float32 levels with
    /// accompanying 8-bit kernels support this.
    float byteFactor;
    float byteStart;
};

/// One output row of a pooling layer, for all channels. Taps outside the image are ignored.
TEGATA_ARGUMENTS(PoolArguments) tegata_pool_arguments {
    /// Pointers to pixel 0 of the input rows that exist, from top to bottom.
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

/// One output row of a bilinear resize: `top` and `bottom` are blended by `rowWeight` (the weight of `bottom`), columns
/// by the tables. The activation is applied to the result, and then `residual` is added.
TEGATA_ARGUMENTS(ResizeArguments) tegata_resize_arguments {
    const void *top;
    const void *bottom;
    float rowWeight;
    /// For each output column: the left input column and the right input column.
    const int *columnIndices;
    /// For each output column: the weight of the right input column.
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

/// Reduces `input[o][r][i]` over r to `output[o][i]`; both are contiguous.
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

/// `output[i] = exp(beta * input[i] - m) / Σ exp(beta * input[j] - m)` over one row, where m is the largest exponent.
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

/// Rounds `count` floats to the nearest float16, with ties to even. Values that are too large become infinite.
TEGATA_ARGUMENTS(NarrowArguments) tegata_narrow_arguments {
    const float *input;
    unsigned short *output;
    long count;
};

/// Weights as stored in a model file, in row-major order, aligned for their element type.
TEGATA_ARGUMENTS(SourceWeights) tegata_source_weights {
    const void *elements;
    /// A `KernelElement`.
    tegata_choice element;
};

/// Writes `columns` columns of weights into a panel `[depth][width]`: `panel[k * width + column] = weights[column *
/// columnStride + k]`. To start elsewhere in the panel, or to fill it from several matrices, move `panel` by that many
/// packed weights. Columns beyond `columns` are left unchanged and should be zero.
TEGATA_ARGUMENTS(PackGemmArguments) tegata_pack_gemm_arguments {
    /// Weight 0 of the first column, which is the first output channel.
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

/// Repeats `x = addend + x * factor` in several chains, to measure how many multiply-adds a core can perform.
TEGATA_ARGUMENTS(PeakArguments) tegata_peak_arguments {
    /// The values of the chains, which are overwritten, followed by `factor` and `addend`: `chainCount + 2` accumulator
    /// vectors.
    void *vectors;
    /// The number of vector multiply-adds in each chain.
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
    /// The number of bytes from one luma sample to the next. This member and all those below are only for `yuv`.
    long lumaStep;
    const void *u;
    const void *v;
    long uRowStride;
    long vRowStride;
    /// The number of bytes from one chroma sample to the next in a row.
    long chromaStep;
    /// Pixel (x, y) uses the chroma sample ((x + phaseX) / 2, (y + phaseY) >> chromaRowShift).
    long phaseX;
    long phaseY;
    long chromaRowShift;
    /// The contribution of each of the 256 values of Y, U and V to red, green and blue, with 16 fractional bits. The
    /// entries for Y include half a unit for rounding.
    const __attribute__((ext_vector_type(4))) int *_Nullable colorTable;
};

/// Some rows of a perspective warp from an image to a tensor of red, green and blue floats.
///
/// With the matrix m (rows m0 m1 m2, m3 m4 m5, m6 m7 m8), column x and row y of the output sample the image at
///
///     (m0·x + m1·y + m2, m3·x + m4·y + m5) / (m6·x + m7·y + m8)
///
/// in steps of 1/32 pixel; whole numbers are pixel positions. As in OpenCV, the column is split into 64·n and a
/// remainder. No operations are fused, so that all levels produce the same bytes. Four taps are blended with weights in
/// units of 1/1024 and rounded to a byte.
TEGATA_ARGUMENTS(WarpArguments) tegata_warp_arguments {
    struct tegata_pixel_source source;
    /// Nine numbers, in row-major order.
    const double *matrix;
    /// A `WarpBorder`.
    tegata_choice border;
    /// Whether to read the image as if its columns were in reverse order.
    _Bool isMirrored;
    /// Row 0 of the output; rows are contiguous.
    float *output;
    long outputWidth;
    long firstRow;
    long rowCount;
    /// A float is computed as byte · scale + offset.
    float scale;
    float offset;
};

#pragma clang assume_nonnull end

#endif
