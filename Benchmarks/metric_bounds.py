"""Shows what limits the palm directions in metres: the same fit, with the truth instead of parts of the network's
result."""

import numpy as np

PALM = [0, 1, 5, 9, 13, 17]
STEPS = 40


def directions(points):
    """Returns the directions out of the palm (or into it, by the hand's side), along it and across it."""
    along, across = points[9] - points[0], points[5] - points[17]
    return [way / np.linalg.norm(way) for way in (np.cross(across, along), along, across)]


def errors(points, truth):
    """Degrees between the directions of two palms."""
    return [np.degrees(np.arccos(np.clip(a @ b, -1, 1))) for a, b in zip(directions(points), directions(truth))]


def turn_about(vector):
    angle = np.linalg.norm(vector)
    if angle == 0:
        return np.eye(3)
    x, y, z = vector / angle
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross


def turn_between(points, others):
    """Returns the rotation that turns points as others are turned, each around their centre and independent of size."""
    left, _, right = np.linalg.svd((others - others.mean(0)).T @ (points - points.mean(0)))
    return left @ np.diag([1, 1, np.sign(np.linalg.det(left @ right))]) @ right


def fitted(shape, seen, turn):
    """Returns a rigid shape, turned so that the camera sees it as close as possible to `seen`. The fit starts at a
    first guess, which only decides where it starts."""
    shape = shape - shape.mean(0)

    def residuals(turn, place):
        points = shape @ turn.T + place
        return (points[:, :2] / points[:, 2:] - seen).ravel()

    # For a known rotation, the position is a linear problem.
    around = shape @ turn.T
    rows = [[1, 0, -u] for u, _ in seen] + [[0, 1, -v] for _, v in seen]
    right = np.concatenate([seen[:, 0] * around[:, 2] - around[:, 0], seen[:, 1] * around[:, 2] - around[:, 1]])
    place = np.linalg.lstsq(np.array(rows), right, rcond=None)[0]
    old, damping = residuals(turn, place), 1e-3
    for _ in range(STEPS):
        steps = 1e-6 * np.eye(6)
        slopes = np.stack([(residuals(turn_about(s[:3]) @ turn, place + s[3:]) - old) / 1e-6 for s in steps], 1)
        square = slopes.T @ slopes
        step = -np.linalg.solve(square + damping * np.diag(np.diag(square)), slopes.T @ old)
        new = residuals(turn_about(step[:3]) @ turn, place + step[3:])
        if new @ new < old @ old:
            turn, place, old, damping = turn_about(step[:3]) @ turn, place + step[3:], new, damping / 10
        else:
            damping *= 10
    return shape @ turn.T + place


def explained(hand, truth, size, focal):
    """Returns the points of one hand for each trial; some trials contain only the points of the palm."""

    def listed(name):
        return np.array([[point["x"], point["y"], point["z"]] for point in hand[name]])

    landmarks, world, found = listed("landmarks") * size, listed("worldLandmarks"), listed("cameraLandmarks")
    seen = (landmarks[:, :2] - size / 2) / focal
    true_seen = truth[:, :2] / truth[:, 2:]

    def whole(palm):
        points = np.zeros((21, 3))
        points[PALM] = palm
        return points

    guess = turn_between(truth[PALM], world[PALM])
    middle = truth - truth[PALM].mean(0)
    return {
        "true shape, true places in the picture: the fit itself": whole(fitted(truth[PALM], true_seen[PALM], guess)),
        "true shape of the palm, places by the network": whole(fitted(truth[PALM], seen[PALM], guess)),
        "true shape of the whole hand, places by the network": fitted(truth, seen, guess),
        "the network's landmarks in metres as they are": world,
        "the network's landmarks in the picture with their depths": landmarks,
        "true shape of the palm, turned as the landmarks in metres": middle @ guess.T,
        "true shape of the palm, turned as those in the picture": middle @ turn_between(truth[PALM], landmarks[PALM]).T,
        "typical palm, places by the network, no guess of its turn": whole(
            fitted(typical(found), seen[PALM], turn_between(typical(found), world[PALM]))
        ),
        "Tegata": found,
    }


def typical(found):
    """Returns the typical palm, as results contain it."""
    return found[PALM] - found[PALM].mean(0)
