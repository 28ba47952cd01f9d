// Client code imports only AVKit for these modules; this module declares nothing itself.
@_exported import AVFoundation
@_exported import UIKit
