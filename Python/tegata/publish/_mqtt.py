"""Events and states for MQTT brokers, with descriptions for Home Assistant's discovery."""

from __future__ import annotations

import contextlib
import json
import re
import socket
import threading
from typing import Any
from urllib.parse import unquote, urlsplit

from paho.mqtt import client as paho

from .._errors import InvalidArgumentError
from . import Frame

# The gestures of the published model; others are added when they are first seen.
_GESTURES = ("Closed_Fist", "ILoveYou", "Open_Palm", "Pointing_Up", "Thumb_Down", "Thumb_Up", "Victory")
_KINDS = ("appeared", "disappeared", "ended")
# The number of messages that may wait for an unresponsive broker; further ones are rejected.
_MOST_QUEUED = 1000
# The seconds without a response after which the broker gets a ping; after as many again, the connection counts as lost.
_PATIENCE = 15


class MQTT:
    """Publishes below `tegata/NAME`: `status`, `presence` and `count`, which are retained, `event`, and `frame` on
    request."""

    def __init__(
        self, url: str, name: str, password: str | None = None, authority: str | None = None, has_frames: bool = False
    ) -> None:
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            parts, port = urlsplit(""), None
        if parts.scheme not in ("mqtt", "mqtts") or not parts.hostname:
            raise InvalidArgumentError(f"{url}: not a broker address; use mqtt://HOST or mqtts://HOST")
        if not re.fullmatch(r"[\w-]+", name):
            raise InvalidArgumentError(f"the name {name!r} has other characters than letters, digits, _ and -")
        self._name, self._base, self._has_frames = name, f"tegata/{name}", has_frames
        self._types = [*_KINDS, *_GESTURES]
        # The retained messages in their current state, and as they were last passed to the current connection.
        self._retained: dict[str, str] = {}
        self._given: dict[str, str] = {}
        self._describe()
        self._count(0)
        self._retained[f"{self._base}/status"] = "online"
        self._lock = threading.Lock()
        #: The number of events that were not sent, because no broker was connected or the one that was did not answer.
        self.lost = 0
        self._client = client = paho.Client(paho.CallbackAPIVersion.VERSION2, client_id=f"tegata-{name}")
        if parts.username:
            client.username_pw_set(unquote(parts.username), password)
        if parts.scheme == "mqtts":
            client.tls_set(ca_certs=authority)
        client.will_set(f"{self._base}/status", "offline", 1, True)
        client.max_queued_messages_set(_MOST_QUEUED)
        client.reconnect_delay_set(1, 60)
        client.on_connect = self._connected
        client.connect_async(parts.hostname, port or (8883 if parts.scheme == "mqtts" else 1883), _PATIENCE)
        client.loop_start()

    def _put(self, topic: str, text: str, is_retained: bool = False, quality: int = 1) -> bool:
        # Without a connection, the package would keep the message; states are sent again after the next connection.
        if not self._client.is_connected():
            return False
        return self._client.publish(topic, text, quality, is_retained).rc == paho.MQTT_ERR_SUCCESS

    def _put_retained(self) -> None:
        """Sends states that have changed or were rejected before."""
        for topic, text in self._retained.items():
            if self._given.get(topic) != text and self._put(topic, text, True):
                self._given[topic] = text

    def _connected(self, client: paho.Client, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        if reason.is_failure:
            return
        with self._lock:
            # The package would resend messages of the last connection after the newer states.
            self.lost += sum(message.topic == f"{self._base}/event" for message in client.drop_out_messages())
            self._given.clear()
            self._put_retained()

    def _count(self, hands: int) -> None:
        """Sets the states for this number of hands."""
        self._retained |= {f"{self._base}/count": str(hands), f"{self._base}/presence": "ON" if hands else "OFF"}

    def _describe(self) -> None:
        for component, object, config in self.descriptions():
            self._retained[f"homeassistant/{component}/tegata_{self._name}/{object}/config"] = json.dumps(config)

    def descriptions(self) -> list[tuple[str, str, dict]]:
        """Returns the descriptions for Home Assistant: component, object and configuration."""
        common = {
            "availability_topic": f"{self._base}/status",
            "device": {
                "identifiers": [f"tegata_{self._name}"],
                "name": f"Tegata {self._name}",
                "manufacturer": "Tegata",
            },
            "origin": {"name": "Tegata"},
        }
        made = []
        for component, object, title, topic, more in [
            ("binary_sensor", "presence", "Hand", "presence", {"device_class": "occupancy"}),
            ("sensor", "count", "Hands", "count", {"state_class": "measurement", "icon": "mdi:hand-back-right"}),
            ("event", "gesture", "Gesture", "event", {"event_types": self._types, "icon": "mdi:hand-wave"}),
        ]:
            made.append(
                (
                    component,
                    object,
                    {
                        "name": title,
                        "unique_id": f"tegata_{self._name}_{object}",
                        "state_topic": f"{self._base}/{topic}",
                        **more,
                        **common,
                    },
                )
            )
        return made

    def send(self, frame: Frame) -> None:
        with self._lock:
            # Skip a frame that would have to wait for the previous one.
            if self._has_frames and frame.json and not self._client.want_write():
                self._put(f"{self._base}/frame", frame.json, quality=0)
            # Home Assistant knows an event by its type: the gesture that begins, or what else happens.
            events = [(event.kind if event.kind in _KINDS else event.name, event) for event in frame.result.events]
            for kind, _ in events:
                if kind not in self._types:
                    self._types.append(kind)
                    self._describe()
            self._count(len(frame.result))
            self._put_retained()
            for kind, event in events:
                text = json.dumps({"event_type": kind, **json.loads(event.json or "{}")}, separators=(",", ":"))
                if not self._put(f"{self._base}/event", text):
                    self.lost += 1

    def close(self) -> None:
        is_told, line = False, self._client.socket()
        # The broker keeps the states, even if the end of the video was not sent.
        with self._lock:
            self._count(0)
            self._put_retained()
        if self._client.is_connected():
            with contextlib.suppress(ValueError, RuntimeError):
                said = self._client.publish(f"{self._base}/status", "offline", 1, True)
                said.wait_for_publish(2)
                is_told = said.is_published()
        # An unresponsive broker publishes "offline" itself if the connection breaks without a disconnect message.
        if line is not None and not is_told:
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
        self._client.disconnect()
        self._client.loop_stop()
