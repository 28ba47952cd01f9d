"""Classes as messages."""

from ._messages import message_class as _message_class

Classification = _message_class("Classification", __name__)
ClassificationList = _message_class("ClassificationList", __name__)
