import CTegataLibrary

extension ModelSource {
    /// That of base options in one of the layouts.
    init(_ base: UnsafeRawPointer, _ layout: OptionsLayout) throws(CallError) {
        // All layouts begin alike.
        let common = base.assumingMemoryBound(to: MpBaseOptions.self)
        if layout == .third {
            guard (0...2).contains(common.pointee.delegate) else {
                throw CallError(.invalidArgument, "There is no delegate \(common.pointee.delegate).")
            }
        }
        let count = Int(common.pointee.model_asset_buffer_count)
        if let buffer = common.pointee.model_asset_buffer, count > 0 {
            self = .bytes(UnsafeRawBufferPointer(start: buffer, count: count))
        } else if layout == .third, common.pointee.file_descriptor > 0 {
            self = .descriptor(common.pointee.file_descriptor)
        } else if let path = common.pointee.model_asset_path, path.pointee != 0 {
            self = .file(path: try string(path, "model_asset_path"))
        } else {
            throw CallError(
                .invalidArgument,
                "ExternalFile must specify at least one of 'file_content', 'file_name', 'file_pointer_meta' or "
                    + "'file_descriptor_meta'.")
        }
    }
}
