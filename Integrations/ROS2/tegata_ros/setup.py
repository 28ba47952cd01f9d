from setuptools import setup

setup(
    name="tegata_ros",
    version="0.3.0",
    packages=["tegata_ros"],
    data_files=[
        ("share/ament_index/resource_index/packages", ["resource/tegata_ros"]),
        ("share/tegata_ros", ["package.xml"]),
    ],
    install_requires=["tegata"],
    entry_points={"console_scripts": ["hands = tegata_ros.node:main"]},
)
