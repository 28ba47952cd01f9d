// Client code imports only AVKit for these modules; this module has no declarations of its own.
@_exported import AVFoundation
@_exported import UIKit
