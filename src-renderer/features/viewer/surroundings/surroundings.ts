import { DirectionalLight, Euler, Group, Vector3, type Box3, type CubeTexture, type Scene } from 'three';
import { ENVIRONMENT_LIGHTS } from './environment-lamps.ts';
import { createEnvironmentLight } from './environment-light.ts';
import type { Environment } from './environments.ts';
import { FIGURE_HEIGHT } from './scale-figure-height.ts';
import { createScaleFigure } from './scale-figure.ts';
import { createGround } from './ground.ts';
import { fitShadowCamera, SUN_DISTANCE } from './sun-shadow.ts';
import { readCssColour } from '../scene/css-colour.ts';
import type { ViewOptions } from '../scene/view-options.ts';

/** Surroundings of the models: light, floor and scale figure. */
export interface Surroundings {
  /** Arranges everything around a box, in the colours of the theme; nothing for an empty box. */
  place(box: Box3): void;
  set(options: ViewOptions): void;
  /** Only the floor receives a shadow: without it none is computed. */
  showShadow(on: boolean): void;
  /** Returns the box including the figure, if visible. */
  reach(box: Box3): Box3;
  close(): void;
}

/** Creates the surroundings of a scene, empty until placed. */
export function createSurroundings(scene: Scene): Surroundings {
  const ground = createGround();
  const figure = createScaleFigure();
  const sun = new DirectionalLight();
  sun.castShadow = true;
  sun.shadow.mapSize.set(1024, 1024);
  sun.shadow.radius = 6;
  const object = new Group().add(sun, sun.target, ground.object, figure.object);
  object.visible = false;
  scene.add(object);
  let light: { readonly name: Environment; readonly texture: CubeTexture } | null = null;
  let turn = 0;
  let radius = 1;

  function illuminate(name: Environment, degrees: number): void {
    if (light?.name !== name) {
      light?.texture.dispose();
      light = { name, texture: createEnvironmentLight(name) };
      scene.environment = light.texture;
    }
    turn = (degrees * Math.PI) / 180;
    scene.environmentRotation = new Euler(0, turn, 0);
    aimSun();
  }

  function aimSun(): void {
    if (!light) return;
    const { to, colour, strength } = ENVIRONMENT_LIGHTS[light.name].sun;
    const direction = new Vector3(...to).applyAxisAngle(new Vector3(0, 1, 0), turn);
    sun.position.copy(sun.target.position).addScaledVector(direction, radius * SUN_DISTANCE);
    sun.color.setRGB(...colour);
    sun.intensity = strength;
  }

  return {
    place(box) {
      object.visible = !box.isEmpty();
      if (box.isEmpty()) return;
      const line = readCssColour('--text-3');
      ground.place(box, { line, x: readCssColour('--axis-x'), z: readCssColour('--axis-z') });
      figure.place(box);
      figure.setColour(line);
      radius = box.getSize(new Vector3()).length() / 2;
      box.getCenter(sun.target.position);
      fitShadowCamera(sun.shadow.camera, radius);
      aimSun();
    },
    set(options) {
      illuminate(options.environment, options.turn);
      ground.showGrid(options.grid);
      figure.object.visible = options.figure;
    },
    showShadow(on) {
      ground.showShadow(on);
    },
    reach(box) {
      const whole = box.clone();
      if (!figure.object.visible || box.isEmpty()) return whole;
      const { x, y, z } = figure.object.position;
      return whole.expandByPoint(new Vector3(x - 0.35, y, z)).expandByPoint(new Vector3(x, y + FIGURE_HEIGHT, z));
    },
    close() {
      ground.close();
      figure.close();
      light?.texture.dispose();
      sun.dispose();
    },
  };
}
