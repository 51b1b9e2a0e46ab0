"""Generator for Dropforge: TripoSR (https://github.com/VAST-AI-Research/TripoSR), one image to a mesh with colors.

Requirements, in the Python environment that runs this file:
  git clone https://github.com/VAST-AI-Research/TripoSR, then pip install -r TripoSR/requirements.txt
  PyTorch for your graphics card (6 GB of video memory), pip install rembg onnxruntime
  TRIPOSR_PATH set to the folder of the clone

The weights are downloaded by their own library on the first run. Their license is on the page of the project.
"command": ["/path/to/venv/bin/python", "/path/to/triposr.py"], "operations": ["image_to_model"]
"""

import json
import os
import sys

sys.path.insert(0, os.environ.get("TRIPOSR_PATH", "TripoSR"))

import numpy as np
import rembg
import torch
from PIL import Image
from tsr.system import TSR
from tsr.utils import remove_background, resize_foreground

RESOLUTION = 256
FOREGROUND = 0.85


def read_image(path):
    """The subject in front of gray, as the model was trained."""
    image = Image.open(path).convert("RGBA")
    if image.getextrema()[3][0] == 255:
        image = remove_background(image, rembg.new_session())
    image = np.array(resize_foreground(image, FOREGROUND)).astype(np.float32) / 255.0
    image = image[:, :, :3] * image[:, :, 3:4] + (1 - image[:, :, 3:4]) * 0.5
    return Image.fromarray((image * 255.0).astype(np.uint8))


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        task = json.load(file)
    device = "cuda:0" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(task["seed"])
    model = TSR.from_pretrained("stabilityai/TripoSR", config_name="config.yaml", weight_name="model.ckpt")
    model.renderer.set_chunk_size(8192)
    model.to(device)
    print("progress 0.3", flush=True)
    image = read_image(task["inputs"]["image"])
    print("progress 0.4", flush=True)
    with torch.no_grad():
        codes = model([image], device=device)
        print("progress 0.6", flush=True)
        mesh = model.extract_mesh(codes, True, resolution=RESOLUTION)[0]
    mesh.export(task["output"], file_type="glb")
    if device == "cpu":
        print("note PyTorch found no graphics card, so the processor was used")


main()
