/// How the region of a hand gets into the square input of the landmark network. Regions are square but for rounding.
enum HandCropFit {
    /// Its sides become those of the input.
    case stretched
    /// It is enlarged to a square, and landmarks count from what it was before.
    case letterboxed
}
