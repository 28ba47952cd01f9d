"""Events and states for MQTT brokers, with the descriptions that Home Assistant finds by itself."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import unquote, urlsplit

from paho.mqtt import client as paho

from .._errors import InvalidArgumentError
from . import Frame

# What the published model recognises; others are added when they are first seen.
_GESTURES = ("Closed_Fist", "ILoveYou", "Open_Palm", "Pointing_Up", "Thumb_Down", "Thumb_Up", "Victory")
_KINDS = ("hand-appeared", "hand-disappeared")
# Messages that wait for a broker that does not answer.
_MOST_QUEUED = 1000


class MQTT:
    """Publishes below `tegata/NAME`: `status`, `presence` and `count`, which are retained, `event`, and `frame` on request."""

    def __init__(self, url: str, name: str, password: str | None = None, authority: str | None = None, has_frames: bool = False) -> None:
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError: parts, port = urlsplit(""), None
        if parts.scheme not in ("mqtt", "mqtts") or not parts.hostname:
            raise InvalidArgumentError(f"{url}: not an address of a broker; give mqtt://HOST or mqtts://HOST")
        if not re.fullmatch(r"[\w-]+", name): raise InvalidArgumentError(f"the name {name!r} has other characters than letters, digits, _ and -")
        self._name, self._base, self._has_frames = name, f"tegata/{name}", has_frames
        self._types = [*_KINDS, *_GESTURES]
        self._state: dict[str, str] = {"count": "0", "presence": "OFF"}
        #: The number of events that were not sent, because no broker was connected or the one that was did not answer.
        self.lost = 0
        self._client = client = paho.Client(paho.CallbackAPIVersion.VERSION2, client_id=f"tegata-{name}")
        if parts.username: client.username_pw_set(unquote(parts.username), password)
        if parts.scheme == "mqtts": client.tls_set(ca_certs=authority)
        client.will_set(f"{self._base}/status", "offline", 1, True)
        client.max_queued_messages_set(_MOST_QUEUED)
        client.reconnect_delay_set(1, 60)
        client.on_connect = self._connected
        client.connect_async(parts.hostname, port or (8883 if parts.scheme == "mqtts" else 1883))
        client.loop_start()

    def _put(self, topic: str, text: str, is_retained: bool = False, quality: int = 1) -> bool:
        # Without a connection, the package would keep the message; states are sent again after the next connection.
        if not self._client.is_connected(): return False
        return self._client.publish(topic, text, quality, is_retained).rc == paho.MQTT_ERR_SUCCESS

    def _connected(self, client: paho.Client, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        if reason.is_failure: return
        for component, object, config in self.descriptions():
            client.publish(f"homeassistant/{component}/tegata_{self._name}/{object}/config", json.dumps(config), 1, True)
        client.publish(f"{self._base}/status", "online", 1, True)
        for topic, text in self._state.items(): client.publish(f"{self._base}/{topic}", text, 1, True)

    def descriptions(self) -> list[tuple[str, str, dict]]:
        """What Home Assistant is told: component, object and configuration."""
        common = {
            "availability_topic": f"{self._base}/status",
            "device": {"identifiers": [f"tegata_{self._name}"], "name": f"Tegata {self._name}", "manufacturer": "Tegata"},
            "origin": {"name": "Tegata"},
        }
        made = []
        for component, object, title, topic, more in [
            ("binary_sensor", "presence", "Hand", "presence", {"device_class": "occupancy"}),
            ("sensor", "count", "Hands", "count", {"state_class": "measurement", "icon": "mdi:hand-back-right"}),
            ("event", "gesture", "Gesture", "event", {"event_types": self._types, "icon": "mdi:hand-wave"}),
        ]:
            made.append((component, object, {
                "name": title, "unique_id": f"tegata_{self._name}_{object}", "state_topic": f"{self._base}/{topic}", **more, **common}))
        return made

    def send(self, frame: Frame) -> None:
        for change in frame.changes:
            if change.kind == "gesture-ended": continue
            kind = change.gesture or change.kind
            if kind not in self._types:
                self._types.append(kind)
                component, object, config = self.descriptions()[-1]
                self._put(f"homeassistant/{component}/tegata_{self._name}/{object}/config", json.dumps(config), True)
            event = {"event_type": kind, "id": change.id, "timestampMs": frame.result.milliseconds}
            if not self._put(f"{self._base}/event", json.dumps(event)): self.lost += 1
        count = len(frame.result)
        for topic, text in (("count", str(count)), ("presence", "ON" if count else "OFF")):
            if self._state[topic] != text:
                self._state[topic] = text
                self._put(f"{self._base}/{topic}", text, True)
        if self._has_frames: self._put(f"{self._base}/frame", frame.json, quality=0)

    def close(self) -> None:
        if self._client.is_connected():
            self._client.publish(f"{self._base}/status", "offline", 1, True).wait_for_publish(2)
        self._client.disconnect()
        self._client.loop_stop()
