import TegataBuffers

#if !hasFeature(Embedded)
    extension TFLiteModel {
        /// Returns the file with new constants for some tensors.
        ///
        /// The tensors are constants or widened constants; bytes may replace only the weights of convolutions.
        /// Operators that widened them, and data that nothing else reads, are dropped. Everything else keeps its
        /// content and order, including appended files. `remark` is added to the description.
        ///
        /// Tensors may also keep only some of their slices; operators must then fit what remains.
        package func replacing(
            _ constants: [Int: TFLiteNewConstant] = [:], keeping slices: [Int: TFLiteSlices] = [:],
            remark: String? = nil
        ) throws(ModelFormatError) -> [UInt8] {
            guard subgraphs.count == 1 else { throw rewritingError("the network has several subgraphs") }
            var rewriter = try TFLiteRewriter(self)
            for tensor in constants.keys.sorted() {
                guard let constant = constants[tensor] else { continue }
                try rewriter.replace(tensor, with: constant)
            }
            for tensor in slices.keys.sorted() {
                guard let slices = slices[tensor] else { continue }
                try rewriter.keep(slices, of: tensor)
            }
            let network = try rewriter.finish(remark)
            return try appendingFiles(to: network)
        }
    }

    /// A network that is rewritten table by table.
    private struct TFLiteRewriter {
        /// A tensor, and its content if that is new.
        private struct Tensor {
            let old: TFLiteTensor
            var constant: TFLiteNewConstant?
            var slices: TFLiteSlices?

            var hasBytes: Bool {
                if case .bytes = constant { true } else { false }
            }
        }

        /// The version of a convolution that multiplies float32 inputs by bytes with a scale per output channel.
        private static let hybridConvolutionVersion = 5

        private let model: TFLiteModel
        private let subgraph: TFLiteSubgraph
        private var tensors: [Tensor]
        /// Whether each operator, tensor and buffer is written.
        private var keepsOperator: [Bool]
        private var keepsTensor: [Bool]
        private var keepsBuffer: [Bool]

        init(_ model: TFLiteModel) throws(ModelFormatError) {
            self.model = model
            subgraph = model.subgraphs[0]
            tensors = subgraph.tensors.map { Tensor(old: $0) }
            keepsOperator = subgraph.operators.map { _ in true }
            keepsTensor = tensors.map { _ in true }
            keepsBuffer = model.buffers.map { _ in true }
            for tensor in subgraph.tensors where tensor.isSparse || tensor.isVariable || tensor.hasVariantTypes {
                throw model.rewritingError("the network has sparse or variable tensors")
            }
            for tensor in subgraph.tensors where tensor.quantization?.detailsType ?? 0 != 0 {
                throw model.rewritingError("the network has custom quantisation")
            }
        }

        mutating func replace(_ tensor: Int, with new: TFLiteNewConstant) throws(ModelFormatError) {
            guard tensors.indices.contains(tensor), !subgraph.outputs.contains(tensor),
                !subgraph.inputs.contains(tensor)
            else { throw model.rewritingError("tensor \(tensor) is not constant") }
            try check(new, for: tensors[tensor].old, users: subgraph.operators.filter { $0.inputs.contains(tensor) }) {
                $0.inputs.count > 1 && $0.inputs[1] == tensor
            }
            tensors[tensor].constant = new
            var constant = tensor
            for (index, entry) in subgraph.operators.enumerated() where entry.outputs.contains(tensor) {
                guard entry.code.builtin == .dequantize, entry.outputs.count == 1, entry.inputs.count == 1,
                    let source = entry.inputs[0]
                else { throw model.rewritingError("tensor \(tensor) is not constant") }
                keepsOperator[index] = false
                constant = source
            }
            guard model.buffers[tensors[constant].old.bufferIndex].count > 0 else {
                throw model.rewritingError("tensor \(tensor) is not constant")
            }
            if constant != tensor, !isUsed(constant) { keepsTensor[constant] = false }
            dropBuffer(of: constant)
        }

        /// Keeps some slices of a tensor and of the tensor from which it is converted.
        mutating func keep(_ slices: TFLiteSlices, of tensor: Int) throws(ModelFormatError) {
            guard tensors.indices.contains(tensor), !subgraph.outputs.contains(tensor),
                !subgraph.inputs.contains(tensor), tensors[tensor].old.shape.indices.contains(slices.axis),
                slices.kept.allSatisfy({ 0..<tensors[tensor].old.shape[slices.axis] ~= $0 })
            else { throw model.rewritingError("tensor \(tensor) does not have these slices") }
            tensors[tensor].slices = slices
            for entry in subgraph.operators
            where entry.outputs.contains(tensor) && entry.code.builtin == .dequantize {
                if let source = entry.inputs.first ?? nil { try keep(slices, of: source) }
            }
            if model.buffers[tensors[tensor].old.bufferIndex].count > 0 { dropBuffer(of: tensor) }
        }

        /// Drops the old content of a tensor, unless something else uses it.
        private mutating func dropBuffer(of tensor: Int) {
            let buffer = tensors[tensor].old.bufferIndex
            let hasOtherUsers = tensors.indices.contains {
                keepsTensor[$0] && tensors[$0].constant == nil && tensors[$0].slices == nil
                    && tensors[$0].old.bufferIndex == buffer
            }
            if !hasOtherUsers, !model.metadata.contains(where: { $0.bufferIndex == buffer }) {
                keepsBuffer[buffer] = false
            }
        }

        /// Throws unless the new content suits a tensor with these users.
        private func check(
            _ new: TFLiteNewConstant, for tensor: TFLiteTensor, users: [TFLiteOperator],
            isFilter: (TFLiteOperator) -> Bool
        ) throws(ModelFormatError) {
            let count = tensor.shape.reduce(1, *)
            switch new {
            case .bytes(let weights):
                guard !users.isEmpty, users.allSatisfy({ $0.code.builtin == .conv2D && isFilter($0) }) else {
                    throw model.rewritingError("\"\(tensor.name)\" is not only the filter of convolutions")
                }
                guard count == weights.bytes.count, tensor.shape.first == weights.scales.count,
                    weights.scales.allSatisfy({ $0 > 0 && $0.isFinite })
                else { throw model.rewritingError("the new weights of \"\(tensor.name)\" do not fit") }
            case .floats(let floats):
                guard count == floats.count, tensor.type == .float32 else {
                    throw model.rewritingError("the new elements of \"\(tensor.name)\" do not fit")
                }
            }
        }

        /// Whether an operator that is written, or the network's interface, uses the tensor.
        private func isUsed(_ tensor: Int) -> Bool {
            subgraph.inputs.contains(tensor) || subgraph.outputs.contains(tensor)
                || subgraph.operators.indices.contains {
                    keepsOperator[$0] && subgraph.operators[$0].inputs.contains(tensor)
                }
                || model.signatures.contains {
                    ($0.inputs + $0.outputs).contains { $0.tensorIndex == tensor }
                }
        }

        // MARK: Writing

        /// Returns the new index of each element that is kept.
        private static func places(_ kept: [Bool]) -> [Int] {
            var next = 0
            return kept.map { isKept in
                defer { if isKept { next += 1 } }
                return next
            }
        }

        func finish(_ remark: String?) throws(ModelFormatError) -> [UInt8] {
            var writer = FlatBufferWriter()
            let tensorPlaces = Self.places(keepsTensor)
            let bufferPlaces = Self.places(keepsBuffer)
            var buffers: [FlatBufferWriter.Reference] = []
            for (index, data) in model.buffers.enumerated() where keepsBuffer[index] {
                buffers.append(writer.buffer(data.array()))
            }
            // Operator codes keep their order. An additional one follows for convolutions with byte weights.
            var codes = model.operatorCodes.map {
                writer.operatorCode($0.builtin, customName: $0.customName, version: $0.version)
            }
            var hybridCode: Int?
            if model.operatorCodes.contains(where: { $0.builtin == .conv2D }) {
                hybridCode = codes.count
                codes.append(writer.operatorCode(.conv2D, version: Self.hybridConvolutionVersion))
            }
            var tensorTables: [FlatBufferWriter.Reference] = []
            for (index, tensor) in tensors.enumerated() where keepsTensor[index] {
                var place = bufferPlaces[tensor.old.bufferIndex]
                if let constant = tensor.constant {
                    place = buffers.count
                    buffers.append(writer.buffer(Self.data(of: constant)))
                } else if let slices = tensor.slices, model.buffers[tensor.old.bufferIndex].count > 0 {
                    place = buffers.count
                    let data = model.buffers[tensor.old.bufferIndex].array()
                    buffers.append(writer.buffer(slices.elements(of: data, shape: tensor.old.shape)))
                }
                tensorTables.append(Self.tensor(tensor, buffer: place, &writer))
            }
            var operators: [FlatBufferWriter.Reference] = []
            for (index, entry) in subgraph.operators.enumerated() where keepsOperator[index] {
                operators.append(try self.entry(entry, tensorPlaces, hybridCode: hybridCode, &writer))
            }
            let name = writer.string(subgraph.name)
            let graph = writer.table([
                .reference(writer.vector(tensorTables)),
                .reference(writer.vector(subgraph.inputs.map { Int32(tensorPlaces[$0]) })),
                .reference(writer.vector(subgraph.outputs.map { Int32(tensorPlaces[$0]) })),
                .reference(writer.vector(operators)), .reference(name),
            ])
            let entries = writer.metadata(of: model) { bufferPlaces[$0] }
            let signatures = model.signatures.map { signature($0, tensorPlaces, &writer) }
            let description = writer.string(
                [model.description, remark ?? ""].filter { !$0.isEmpty }.joined(separator: " "))
            let oldNumbers = try metadataNumbers(bufferPlaces)
            let table = writer.table([
                .uint32(3), .reference(writer.vector(codes)), .reference(writer.vector([graph])),
                .reference(description), .reference(writer.vector(buffers)),
                oldNumbers.map { .reference(writer.vector($0)) },
                entries.isEmpty ? nil : .reference(writer.vector(entries)),
                signatures.isEmpty ? nil : .reference(writer.vector(signatures)),
            ])
            return writer.finish(table, identifier: "TFL3")
        }

        /// Returns the buffers of metadata in the older form, without names.
        private func metadataNumbers(_ places: [Int]) throws(ModelFormatError) -> [Int32]? {
            let numbers = try model.unnamedMetadata()
            guard !numbers.isEmpty else { return nil }
            guard numbers.allSatisfy({ keepsBuffer[$0] }) else {
                throw model.rewritingError("metadata shares its buffer with a constant")
            }
            return numbers.map { Int32(places[$0]) }
        }

        private static func data(of constant: TFLiteNewConstant) -> [UInt8] {
            switch constant {
            case .bytes(let weights): return weights.bytes.map { UInt8(bitPattern: $0) }
            case .floats(let floats):
                return floats.flatMap { float in
                    (0..<4).map { UInt8(truncatingIfNeeded: float.bitPattern >> (8 * UInt32($0))) }
                }
            }
        }

        private static func tensor(
            _ tensor: Tensor, buffer: Int, _ writer: inout FlatBufferWriter
        ) -> FlatBufferWriter.Reference {
            let old = tensor.old
            func extents(_ shape: [Int]) -> [Int32] {
                shape.indices.map { axis in
                    Int32(clamping: tensor.slices?.axis == axis ? tensor.slices?.kept.count ?? 0 : shape[axis])
                }
            }
            let shape = writer.vector(extents(old.shape))
            let name = writer.string(old.name)
            let signature = old.shapeSignature.map { writer.vector(extents($0)) }
            let quantization: FlatBufferWriter.Reference?
            if case .bytes(let weights) = tensor.constant {
                quantization = Self.quantization(
                    TFLiteQuantization(
                        scales: weights.scales, zeroPoints: weights.scales.map { _ in 0 }, minimums: [], maximums: [],
                        dimension: 0, detailsType: 0), &writer)
            } else {
                quantization = old.quantization.map { Self.quantization($0, &writer) }
            }
            let type = tensor.hasBytes ? .int8 : old.type
            return writer.table([
                .reference(shape), .uint8(type.rawValue), .uint32(UInt32(buffer)), .reference(name),
                quantization.map { .reference($0) }, nil, nil, signature.map { .reference($0) },
                old.hasRank ? .uint8(1) : nil,
            ])
        }

        private static func quantization(
            _ quantization: TFLiteQuantization, _ writer: inout FlatBufferWriter
        ) -> FlatBufferWriter.Reference {
            func floats(_ values: [Float]) -> FlatBufferWriter.Value? {
                values.isEmpty ? nil : .reference(writer.vector(values))
            }
            let minimums = floats(quantization.minimums)
            let maximums = floats(quantization.maximums)
            let scales = floats(quantization.scales)
            let zeroPoints: FlatBufferWriter.Value? =
                quantization.zeroPoints.isEmpty
                ? nil : .reference(writer.vector(quantization.zeroPoints.map { Int64($0) }))
            return writer.table([
                minimums, maximums, scales, zeroPoints, nil, nil, .int32(Int32(clamping: quantization.dimension)),
            ])
        }

        private func entry(
            _ entry: TFLiteOperator, _ places: [Int], hybridCode: Int?, _ writer: inout FlatBufferWriter
        ) throws(ModelFormatError) -> FlatBufferWriter.Reference {
            var code = model.operatorCodes.firstIndex {
                $0.builtin == entry.code.builtin && $0.version == entry.code.version
                    && $0.customName == entry.code.customName
            }
            if let weights = entry.inputs.dropFirst().first, let weights, tensors[weights].hasBytes {
                code = hybridCode
            }
            let inputs = writer.vector(entry.inputs.map { $0.map { Int32(places[$0]) } ?? -1 })
            let outputs = writer.vector(entry.outputs.map { Int32(places[$0]) })
            let options = try model.options(of: entry, &writer)
            let mutating = entry.mutatingVariableInputs
            let changed: FlatBufferWriter.Value? =
                mutating.isEmpty ? nil : .reference(writer.bytes(mutating.map { $0 ? 1 : 0 }, alignedTo: 4))
            let intermediates: FlatBufferWriter.Value? =
                entry.intermediates.isEmpty
                ? nil : .reference(writer.vector(entry.intermediates.map { Int32(places[$0]) }))
            return writer.table([
                .uint32(UInt32(code ?? 0)), .reference(inputs), .reference(outputs),
                entry.optionsType == 0 ? nil : .uint8(entry.optionsType), options.map { .reference($0) }, nil, nil,
                changed, intermediates,
            ])
        }

        private func signature(
            _ signature: TFLiteSignature, _ places: [Int], _ writer: inout FlatBufferWriter
        ) -> FlatBufferWriter.Reference {
            func tensors(_ list: [TFLiteSignatureTensor]) -> FlatBufferWriter.Reference {
                var tables: [FlatBufferWriter.Reference] = []
                for tensor in list {
                    let name = writer.string(tensor.name)
                    tables.append(
                        writer.table([.reference(name), .uint32(UInt32(places[tensor.tensorIndex]))]))
                }
                return writer.vector(tables)
            }
            let inputs = tensors(signature.inputs)
            let outputs = tensors(signature.outputs)
            let key = writer.string(signature.key)
            return writer.table([
                .reference(inputs), .reference(outputs), .reference(key), nil,
                .uint32(UInt32(signature.subgraphIndex)),
            ])
        }
    }
#endif
