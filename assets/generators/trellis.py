"""Generator for Dropforge: TRELLIS (https://github.com/microsoft/TRELLIS), one image or several views to a textured mesh.

Requirements: Linux and an NVIDIA card with 16 GB of video memory.
  git clone --recurse-submodules https://github.com/microsoft/TRELLIS, then its setup.sh as its README says
  TRELLIS_PATH set to the folder of the clone

The weights are downloaded by their own library on the first run. Their license is on the page of the project.
"command": ["/path/to/envs/trellis/bin/python", "/path/to/trellis.py"],
"operations": ["image_to_model", "multiview_to_model"]
"""

import json
import os
import sys

os.environ.setdefault("SPCONV_ALGO", "native")
sys.path.insert(0, os.environ.get("TRELLIS_PATH", "TRELLIS"))

from PIL import Image
from trellis.pipelines import TrellisImageTo3DPipeline
from trellis.utils import postprocessing_utils

VIEWS = ("front", "left", "back", "right")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        task = json.load(file)
    inputs = task["inputs"]
    pipeline = TrellisImageTo3DPipeline.from_pretrained("microsoft/TRELLIS-image-large")
    pipeline.cuda()
    print("progress 0.3", flush=True)
    seed = task["seed"]
    if "image" in inputs:
        outputs = pipeline.run(Image.open(inputs["image"]), seed=seed)
    else:
        outputs = pipeline.run_multi_image([Image.open(inputs[view]) for view in VIEWS if view in inputs], seed=seed)
    print("progress 0.7", flush=True)
    glb = postprocessing_utils.to_glb(outputs["gaussian"][0], outputs["mesh"][0], simplify=0.95, texture_size=1024)
    glb.export(task["output"], file_type="glb")


main()
