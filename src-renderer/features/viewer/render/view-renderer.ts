import { NeutralToneMapping, PCFShadowMap, WebGLRenderer, type WebGLRenderTarget } from 'three';
import { drawAntialiased } from './draw-antialiased.ts';
import { isSoftwareRendering } from './is-software-rendering.ts';

/** A renderer on a canvas, and what decides whether its edges are smooth. */
export interface ViewRenderer {
  readonly three: WebGLRenderer;
  /** Whether edges become smooth only at rest: then what is drawn is drawn once more. */
  readonly isCoarse: boolean;
  /** Draws on the canvas; edges are smooth where that costs little, or is wanted all the same. */
  draw(smooth: boolean): void;
  /** Nothing moves any more: edges become smooth in a moment, and `rested` is called, unless something is drawn before. */
  rest(rested: () => void): void;
  /** Something is about to change: what rests waits for it. */
  stir(): void;
  close(): void;
}

const PIXEL_RATIO_MAX = 2;
/** After so long without a change edges are made smooth where that is too dear in motion. */
const REST_MS = 150;

/** Makes the renderer of a canvas; `paint` draws on it, or on a target as large. Throws where WebGL 2 is missing. */
export function createViewRenderer(
  canvas: HTMLCanvasElement,
  paint: (renderer: WebGLRenderer, target: WebGLRenderTarget | null) => void,
): ViewRenderer {
  // Smooth edges cost a processor more than all the rest of an image: there only what stands still and films have them.
  const isCoarse = isSoftwareRendering();
  const three = new WebGLRenderer({ canvas, antialias: !isCoarse, alpha: true, powerPreference: 'high-performance' });
  three.toneMapping = NeutralToneMapping;
  three.setPixelRatio(Math.min(devicePixelRatio, PIXEL_RATIO_MAX));
  three.shadowMap.enabled = true;
  three.shadowMap.type = PCFShadowMap;
  // Most of the time nothing moves but the camera: the shadow is drawn anew only when it changed.
  three.shadowMap.autoUpdate = false;
  let resting: ReturnType<typeof setTimeout> | undefined;

  function draw(smooth: boolean): void {
    stir();
    if (!isCoarse || !smooth) return paint(three, null);
    drawAntialiased(three, (target) => {
      paint(three, target);
    });
  }

  function stir(): void {
    clearTimeout(resting);
  }

  return {
    three,
    isCoarse,
    draw,
    rest(rested) {
      stir();
      if (!isCoarse) return rested();
      resting = setTimeout(() => {
        draw(true);
        rested();
      }, REST_MS);
    },
    stir,
    close() {
      stir();
      three.dispose();
    },
  };
}
