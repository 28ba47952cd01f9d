// Client code imports AVKit alone for what it brings along; it has nothing of its own here.
@_exported import AVFoundation
@_exported import UIKit
