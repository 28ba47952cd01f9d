/// An operation, identified by its number in the schema.
///
/// This is a struct, so that errors can name numbers from newer schemas.
package struct BuiltinOperator: Equatable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The schema's name, such as CONV_2D.
    package var name: String {
        // Stop early, because each node asks for its name when a network is loaded, and most names are among the first.
        var (name, number) = ("", Int32(0))
        for scalar in Self.names.unicodeScalars {
            if scalar == " " || scalar == "\n" {
                if number == rawValue { break }
                number += 1
            } else if number == rawValue {
                name.unicodeScalars.append(scalar)
            }
        }
        return name.isEmpty ? "BUILTIN_OPERATOR_\(rawValue)" : name
    }

    package static let add = BuiltinOperator(rawValue: 0)
    package static let averagePool2D = BuiltinOperator(rawValue: 1)
    package static let concatenation = BuiltinOperator(rawValue: 2)
    package static let conv2D = BuiltinOperator(rawValue: 3)
    package static let depthwiseConv2D = BuiltinOperator(rawValue: 4)
    package static let dequantize = BuiltinOperator(rawValue: 6)
    package static let fullyConnected = BuiltinOperator(rawValue: 9)
    package static let logistic = BuiltinOperator(rawValue: 14)
    package static let maxPool2D = BuiltinOperator(rawValue: 17)
    package static let mul = BuiltinOperator(rawValue: 18)
    package static let relu = BuiltinOperator(rawValue: 19)
    package static let relu6 = BuiltinOperator(rawValue: 21)
    package static let reshape = BuiltinOperator(rawValue: 22)
    package static let resizeBilinear = BuiltinOperator(rawValue: 23)
    package static let softmax = BuiltinOperator(rawValue: 25)
    package static let tanh = BuiltinOperator(rawValue: 28)
    package static let pad = BuiltinOperator(rawValue: 34)
    package static let gather = BuiltinOperator(rawValue: 36)
    package static let transpose = BuiltinOperator(rawValue: 39)
    package static let mean = BuiltinOperator(rawValue: 40)
    package static let sub = BuiltinOperator(rawValue: 41)
    package static let div = BuiltinOperator(rawValue: 42)
    package static let squeeze = BuiltinOperator(rawValue: 43)
    package static let stridedSlice = BuiltinOperator(rawValue: 45)
    package static let prelu = BuiltinOperator(rawValue: 54)
    package static let maximum = BuiltinOperator(rawValue: 55)
    package static let minimum = BuiltinOperator(rawValue: 57)
    package static let slice = BuiltinOperator(rawValue: 65)
    package static let expandDims = BuiltinOperator(rawValue: 70)
    package static let sum = BuiltinOperator(rawValue: 74)
    package static let reduceMax = BuiltinOperator(rawValue: 82)
    package static let pack = BuiltinOperator(rawValue: 83)
    package static let unpack = BuiltinOperator(rawValue: 88)
    package static let reduceMin = BuiltinOperator(rawValue: 89)
    package static let quantize = BuiltinOperator(rawValue: 114)
    package static let hardSwish = BuiltinOperator(rawValue: 117)
    /// An operation that the model names itself.
    package static let custom = BuiltinOperator(rawValue: 32)

    /// The names in schema order. This is a single text, because each module of a device program would get a copy of an
    /// array.
    private static let names = """
        ADD AVERAGE_POOL_2D CONCATENATION CONV_2D DEPTHWISE_CONV_2D DEPTH_TO_SPACE DEQUANTIZE EMBEDDING_LOOKUP FLOOR
        FULLY_CONNECTED HASHTABLE_LOOKUP L2_NORMALIZATION L2_POOL_2D LOCAL_RESPONSE_NORMALIZATION LOGISTIC
        LSH_PROJECTION LSTM MAX_POOL_2D MUL RELU RELU_N1_TO_1 RELU6 RESHAPE RESIZE_BILINEAR RNN SOFTMAX
        SPACE_TO_DEPTH SVDF TANH CONCAT_EMBEDDINGS SKIP_GRAM CALL CUSTOM EMBEDDING_LOOKUP_SPARSE PAD
        UNIDIRECTIONAL_SEQUENCE_RNN GATHER BATCH_TO_SPACE_ND SPACE_TO_BATCH_ND TRANSPOSE MEAN SUB DIV SQUEEZE
        UNIDIRECTIONAL_SEQUENCE_LSTM STRIDED_SLICE BIDIRECTIONAL_SEQUENCE_RNN EXP TOPK_V2 SPLIT LOG_SOFTMAX DELEGATE
        BIDIRECTIONAL_SEQUENCE_LSTM CAST PRELU MAXIMUM ARG_MAX MINIMUM LESS NEG PADV2 GREATER GREATER_EQUAL
        LESS_EQUAL SELECT SLICE SIN TRANSPOSE_CONV SPARSE_TO_DENSE TILE EXPAND_DIMS EQUAL NOT_EQUAL LOG SUM SQRT
        RSQRT SHAPE POW ARG_MIN FAKE_QUANT REDUCE_PROD REDUCE_MAX PACK LOGICAL_OR ONE_HOT LOGICAL_AND LOGICAL_NOT
        UNPACK REDUCE_MIN FLOOR_DIV REDUCE_ANY SQUARE ZEROS_LIKE FILL FLOOR_MOD RANGE RESIZE_NEAREST_NEIGHBOR
        LEAKY_RELU SQUARED_DIFFERENCE MIRROR_PAD ABS SPLIT_V UNIQUE CEIL REVERSE_V2 ADD_N GATHER_ND COS WHERE RANK
        ELU REVERSE_SEQUENCE MATRIX_DIAG QUANTIZE MATRIX_SET_DIAG ROUND HARD_SWISH IF WHILE NON_MAX_SUPPRESSION_V4
        NON_MAX_SUPPRESSION_V5 SCATTER_ND SELECT_V2 DENSIFY SEGMENT_SUM BATCH_MATMUL
        PLACEHOLDER_FOR_GREATER_OP_CODES CUMSUM CALL_ONCE BROADCAST_TO RFFT2D CONV_3D IMAG REAL COMPLEX_ABS
        HASHTABLE HASHTABLE_FIND HASHTABLE_IMPORT HASHTABLE_SIZE REDUCE_ALL CONV_3D_TRANSPOSE VAR_HANDLE
        READ_VARIABLE ASSIGN_VARIABLE BROADCAST_ARGS RANDOM_STANDARD_NORMAL BUCKETIZE RANDOM_UNIFORM MULTINOMIAL
        GELU DYNAMIC_UPDATE_SLICE RELU_0_TO_1 UNSORTED_SEGMENT_PROD UNSORTED_SEGMENT_MAX UNSORTED_SEGMENT_SUM ATAN2
        UNSORTED_SEGMENT_MIN SIGN BITCAST BITWISE_XOR RIGHT_SHIFT STABLEHLO_LOGISTIC STABLEHLO_ADD STABLEHLO_DIVIDE
        STABLEHLO_MULTIPLY STABLEHLO_MAXIMUM STABLEHLO_RESHAPE STABLEHLO_CLAMP STABLEHLO_CONCATENATE
        STABLEHLO_BROADCAST_IN_DIM STABLEHLO_CONVOLUTION STABLEHLO_SLICE STABLEHLO_CUSTOM_CALL STABLEHLO_REDUCE
        STABLEHLO_ABS STABLEHLO_AND STABLEHLO_COSINE STABLEHLO_EXPONENTIAL STABLEHLO_FLOOR STABLEHLO_LOG
        STABLEHLO_MINIMUM STABLEHLO_NEGATE STABLEHLO_OR STABLEHLO_POWER STABLEHLO_REMAINDER STABLEHLO_RSQRT
        STABLEHLO_SELECT STABLEHLO_SUBTRACT STABLEHLO_TANH STABLEHLO_SCATTER STABLEHLO_COMPARE STABLEHLO_CONVERT
        STABLEHLO_DYNAMIC_SLICE STABLEHLO_DYNAMIC_UPDATE_SLICE STABLEHLO_PAD STABLEHLO_IOTA STABLEHLO_DOT_GENERAL
        STABLEHLO_REDUCE_WINDOW STABLEHLO_SORT STABLEHLO_WHILE STABLEHLO_GATHER STABLEHLO_TRANSPOSE DILATE
        STABLEHLO_RNG_BIT_GENERATOR REDUCE_WINDOW STABLEHLO_COMPOSITE STABLEHLO_SHIFT_LEFT STABLEHLO_CBRT
        STABLEHLO_CASE
        """
}
