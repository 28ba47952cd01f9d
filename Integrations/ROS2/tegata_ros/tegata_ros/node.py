"""The node `hands`: subscribes to sensor_msgs/Image on the topic `image`, and publishes joint states and poses of
each hand.

ros2 run tegata_ros hands --ros-args -r image:=/camera/image_raw -p max_hands:=2
"""

import rclpy
import tegata
from geometry_msgs.msg import Pose, PoseArray
from rclpy.node import Node
from rclpy.qos import qos_profile_sensor_data
from sensor_msgs.msg import Image, JointState
from tegata import ros

from .messages import fill, pixels


class Hands(Node):
    def __init__(self):
        super().__init__("hands")
        model = self.declare_parameter("model", "").value or None
        self._tracker = tegata.Tracker(
            model,
            max_hands=self.declare_parameter("max_hands", 0).value or None,
            joints=True,
            identifies_hands=True,
            smoothing=self.declare_parameter("smooth", False).value or None,
        )
        # Number the hands, so that topics stay the same when hands appear and disappear.
        self._states, self._poses = (
            self.create_publisher(JointState, "joint_states", 10),
            self.create_publisher(PoseArray, "poses", 10),
        )
        # Only the newest image counts.
        self.create_subscription(Image, "image", self._take, qos_profile_sensor_data)
        self._last = -1

    def _take(self, image):
        stamp = image.header.stamp
        # Times must increase.
        milliseconds = max(1000 * stamp.sec + stamp.nanosec // 1_000_000, self._last + 1)
        self._last = milliseconds
        array, format = pixels(image)
        for hand in self._tracker.track(array, milliseconds, format=format):
            if hand.joints is None or hand.joints.confidence == 0:
                continue
            for publisher, message, values in (
                (self._states, JointState(), ros.joint_state(hand, milliseconds)),
                (self._poses, PoseArray(), ros.pose_array(hand, milliseconds)),
            ):
                fill(message, values, {"poses": Pose})
                message.header.stamp = stamp
                publisher.publish(message)


def main():
    rclpy.init()
    node = Hands()
    try:
        rclpy.spin(node)
    except KeyboardInterrupt:
        pass
    finally:
        node.destroy_node()
