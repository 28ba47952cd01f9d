// Checks the layout of the structs that Swift fills, because firmware is compiled against it.

#include "tegata_device.h"

#define PLACE(field, place) _Static_assert(offsetof(tegata_device_hand, field) == place, #field)

_Static_assert(sizeof(tegata_device_hand) == 552, "tegata_device_hand");
PLACE(right_probability, 4);
PLACE(presence, 8);
PLACE(gesture, 12);
PLACE(gesture_score, 44);
PLACE(landmarks, 48);
PLACE(world_landmarks, 300);
