"""The photographs of Benchmarks/accuracy: sources, labelled points, and the samples of HaGRID."""

import json

import numpy as np

MMPOSE = "https://github.com/open-mmlab/mmpose"
# Where the sets come from, and their terms.
SOURCES = {
    "digits": "the photographs of https://github.com/ardamavi/Sign-Language-Digits-Dataset (Apache-2.0)",
    "labelled": f"freihand, interhand2.6m, onehand10k, panoptic and rhd of tests/data in {MMPOSE} (datasets for"
    " research; InterHand2.6M is CC BY-NC 4.0)",
    "people": "images/hagrid_samples.jpg of https://github.com/hukenovs/hagrid (a variant of CC BY-SA 4.0), which is"
    " cut into its photographs, or other photographs",
    "without-hands": "the images in the wheels of scikit-image, scikit-learn and matplotlib (pip download --no-deps),"
    " in Debian's lomiri-wallpapers-16.04 and -20.04 (free licences), and 300vw, 300w, 300wlp, aflw, ap10k, atrw, cofw,"
    f" deepfasion2, fld, fly, horse10, lapa, locust, macaque, wflw and zebra of tests/data in {MMPOSE} (terms of each"
    " dataset, mostly for research)",
    "rendered": "images and JSON files of Tools/make/goldens/render_hand.py --truth, such as Tests/Fixtures/rendered",
}
# Images in without-hands that show the hand of a person or monkey, drawings, and a second view.
SKIPPED = set(
    "000006 000009 000264 000265 000731 000732 001805 36_Football_americanfootball_ball_36_415 7_Cheering_Cheering_7_16"
    " AFW_134212_1_0 Fossa_by_Jasper_Roks Minduka_Present_Blue_Pack PRI_1473 Painting-Colors_by__herobrine7gamer"
    " analogpattern_by_Peter_Nerlich camera chessboard_GRAY chessboard_RGB color d47f1b1ee9d3217e horse image22568"
    " img_00000128 img_00000132 logo logo2 motorcycle_right phantom umang_by_Abhishek_Mudgal".split()
)

# RHD and InterHand2.6M list each finger from the tip.
TIPS_FIRST = [0, *(4 * finger + joint for finger in range(5) for joint in (4, 3, 2, 1))]


def labelled_hands(folder):
    """Returns images with the true points of their hands, in pixels, in MediaPipe's order; NaN for missing points."""
    truths = {}
    for name in ("onehand10k", "freihand", "panoptic", "rhd"):
        if not (folder / name).is_dir():
            continue
        data = json.loads((folder / name / f"test_{name}.json").read_text())
        files = {image["id"]: folder / name / image["file_name"] for image in data["images"]}
        for each in data["annotations"]:
            points = np.array(each["keypoints"], float).reshape(21, 3)
            points[points[:, 2] == 0] = np.nan
            truths.setdefault(files[each["image_id"]], []).append(points[TIPS_FIRST if name == "rhd" else ..., :2])
    name = folder / "interhand2.6m"
    if name.is_dir():
        data, cameras, joints = (
            json.loads((name / f"test_interhand2.6m_{part}.json").read_text())
            for part in ("data", "camera", "joint_3d")
        )
        for image, each in zip(data["images"], data["annotations"]):
            capture, camera = cameras[str(image["capture"])], str(image["camera"])
            place, turn, focal, centre = (
                np.array(capture[key][camera]) for key in ("campos", "camrot", "focal", "princpt")
            )
            world = np.array(joints[str(image["capture"])][str(image["frame_idx"])]["world_coord"])
            seen = (world - place) @ turn.T
            points = seen[:, :2] / seen[:, 2:] * focal + centre
            points[np.ravel(each["joint_valid"]) == 0] = np.nan
            # 20 is the wrist; the right hand comes first.
            order = [20, *(index - 1 for index in TIPS_FIRST[1:])]
            for hand in (points[:21][order], points[21:][order]):
                if not np.isnan(hand).any():
                    truths.setdefault(name / image["file_name"], []).append(hand)
    return truths


def cut_samples(sheet, folder):
    """Cuts an overview with white lines between its photographs, and writes them to the folder."""
    from PIL import Image

    image = Image.open(sheet).convert("RGB")
    light = np.asarray(image).min(2) > 225

    def runs(dark, shortest):
        edges = np.flatnonzero(np.diff([0, *dark, 0]))
        return [pair for pair in zip(edges[::2], edges[1::2]) if pair[1] - pair[0] > shortest]

    folder.mkdir()
    for top, bottom in runs(light.mean(1) < 0.95, 100):
        for left, right in runs(light[top + 3 : bottom - 3].mean(0) < 0.97, 60):
            image.crop((left, top, right, bottom)).save(folder / f"{top:04}-{left:04}.png")
