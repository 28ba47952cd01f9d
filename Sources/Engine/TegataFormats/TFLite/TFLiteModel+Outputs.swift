#if !hasFeature(Embedded)
    extension TFLiteModel {
        /// Returns the network with different outputs, which are computed tensors of its first subgraph.
        package func returning(_ tensors: [Int]) -> TFLiteModel {
            guard let subgraph = subgraphs.first else { return self }
            return TFLiteModel(
                self,
                subgraph: TFLiteSubgraph(
                    name: subgraph.name, tensors: subgraph.tensors, inputs: subgraph.inputs, outputs: tensors,
                    operators: subgraph.operators))
        }
    }
#endif
