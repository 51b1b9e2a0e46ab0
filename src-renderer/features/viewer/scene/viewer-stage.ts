import {
  Bone,
  Box3,
  Color,
  Group,
  Mesh,
  SkeletonHelper,
  Vector3,
  type BufferGeometry,
  type Material,
  type WebGLRenderer,
} from 'three';
import { createClipPlayer, type ClipPlayer } from './clip-player.ts';
import { createDimensionBox } from './dimension-box.ts';
import { disposeAllButMaterials } from './dispose-model.ts';
import { disposeLevels, type LevelGeometries } from '../preview/level-geometries.ts';
import type { ModelDrawer } from '../render/model-drawer.ts';
import { createShadingMaterials } from '../shading/shading-materials.ts';
import type { Shading } from '../shading/shading-modes.ts';
import { disableShadows } from './disable-shadows.ts';
import type { LoadedModel } from '../load/unpack-model.ts';
import type { ViewOptions } from './view-options.ts';

/** One model with its shading, bones, clips and dimensions. */
export interface Stage {
  /** Root of the stage; hidden while another one is drawn. */
  readonly object: Group;
  /** Bounding box of the placed model; empty without one. */
  readonly box: Box3;
  readonly player: ClipPlayer | null;
  readonly isEmpty: boolean;
  /** True if this model was put here and not cleared since. */
  hasModel(model: LoadedModel): boolean;
  /** True if the last frame was complete. */
  readonly isSettled: boolean;
  /** Shows a model and frees the last one; with `on`, the centre of its base is placed at that of the box. */
  put(model: LoadedModel, on?: Box3): void;
  clear(): void;
  /** Draws other geometries in place of those of the model and frees them later; null: its own again. */
  showLevel(level: LevelGeometries | null): void;
  /** Shows the dimensions of a box on a stage without a model; null removes them. */
  measure(empty: Box3 | null): void;
  /** Frees what is cached of the last model; call it when the next one is drawn, which may reuse its programs. */
  forget(): void;
  set(options: ViewOptions): void;
  setColours(line: Color, bone: Color): void;
  showDimensions(on: boolean): void;
  close(): void;
}

/** Creates an empty stage; `redraw` is called when a model has more to show. */
export function createStage(renderer: WebGLRenderer, redraw: () => void): Stage {
  const object = new Group();
  const dimensions = createDimensionBox();
  const shader = createShadingMaterials();
  const box = new Box3();
  object.add(dimensions.object);
  let model: LoadedModel | null = null;
  let player: ClipPlayer | null = null;
  let drawer: ModelDrawer | null = null;
  let bones: SkeletonHelper | null = null;
  /** Current shading of the model; null: original. */
  let drawnAs: Shading | null = null;
  let boneColour = new Color();
  /** Geometries drawn in place of the model's own, and the latter by their meshes. */
  let shownLevel: LevelGeometries | null = null;
  const originals = new Map<Mesh, BufferGeometry>();
  /** Materials of the model that was removed last. */
  let cached: ReadonlySet<Material> = new Set();

  function clear(): void {
    if (!model) return;
    player?.close();
    player = null;
    drawer?.close();
    drawer = null;
    dropBones();
    showLevel(null);
    shader.apply(model.object, 'lit');
    object.remove(model.object);
    forget();
    cached = disposeAllButMaterials(model.object);
    model = null;
    drawnAs = null;
    box.makeEmpty();
    dimensions.object.visible = false;
  }

  function showLevel(level: LevelGeometries | null): void {
    if (!model || level === shownLevel) return;
    // Wireframe lines are meshes with the geometry of their model.
    shader.apply(model.object, 'lit');
    drawnAs = 'lit';
    for (const [mesh, geometry] of originals) mesh.geometry = geometry;
    originals.clear();
    if (shownLevel) disposeLevels(shownLevel);
    shownLevel = level;
    model.object.traverse((node) => {
      const mesh = node instanceof Mesh ? (node as Mesh) : null;
      const geometry = mesh && level?.get(mesh.geometry);
      if (!geometry) return;
      originals.set(mesh, mesh.geometry);
      mesh.geometry = geometry;
    });
  }

  function forget(): void {
    for (const material of cached) material.dispose();
    cached = new Set();
  }

  function dropBones(): void {
    bones?.removeFromParent();
    bones?.dispose();
    bones = null;
  }

  function showBones(on: boolean): void {
    if (!on || !model) return dropBones();
    if (bones || !hasBones(model)) return;
    bones = new SkeletonHelper(model.object);
    bones.setColors(boneColour, boneColour);
    // Bones are inside the body.
    Object.assign(bones.material, { depthTest: false, transparent: true });
    object.add(bones);
  }

  return {
    object,
    box,
    get player() {
      return player;
    },
    get isEmpty() {
      return model === null;
    },
    hasModel: (asked) => asked === model,
    get isSettled() {
      return drawer?.isSettled ?? true;
    },
    put(next, on) {
      clear();
      model = next;
      box.copy(next.box);
      if (on) {
        const shift = footOf(on).sub(footOf(box));
        next.object.position.add(shift);
        box.translate(shift);
      }
      next.object.traverse((node) => {
        node.castShadow = true;
      });
      disableShadows(next.object);
      object.add(next.object);
      drawer = next.draw?.(renderer, redraw) ?? null;
      if (drawer) object.add(drawer.object);
      player = createClipPlayer(next.object, next.clips);
      dimensions.place(box);
    },
    clear,
    showLevel,
    measure(empty) {
      dimensions.object.visible = empty !== null;
      if (empty) dimensions.place(empty);
    },
    forget,
    set({ shading, dimensions: measured, skeleton, playing }) {
      dimensions.object.visible = model !== null && measured;
      if (!model) return;
      if (shading !== drawnAs) shader.apply(model.object, shading);
      drawnAs = shading;
      showBones(skeleton);
      player?.set(playing);
    },
    setColours(line, bone) {
      dimensions.setColour(line);
      boneColour = bone;
      bones?.setColors(bone, bone);
    },
    showDimensions(on) {
      dimensions.object.visible = on && model !== null;
    },
    close() {
      clear();
      forget();
      dimensions.close();
      shader.close();
    },
  };
}

/** Shows a model on a stage beside that of another one: on the same ground, at the same time of its clip. */
export function putBeside(stage: Stage, other: Stage, model: LoadedModel, options: ViewOptions): void {
  stage.put(model, other.box);
  // Sets the clip, which starts at its beginning.
  stage.set(options);
  stage.player?.seek(other.player?.seconds ?? 0);
}

function hasBones({ object }: LoadedModel): boolean {
  let isRigged = false;
  object.traverse((node) => {
    isRigged ||= node instanceof Bone;
  });
  return isRigged;
}

/** Returns the centre of a box's base. */
function footOf(box: Box3): Vector3 {
  return box.getCenter(new Vector3()).setY(box.min.y);
}
