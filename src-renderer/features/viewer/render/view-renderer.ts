import { NeutralToneMapping, PCFShadowMap, WebGLRenderer, type WebGLRenderTarget } from 'three';
import { drawAntialiased } from './draw-antialiased.ts';
import { isSoftwareRendering } from './is-software-rendering.ts';

/** A renderer on a canvas that decides when to antialias. */
export interface ViewRenderer {
  readonly three: WebGLRenderer;
  /** True if images are antialiased only at rest; they are then drawn a second time. */
  readonly isCoarse: boolean;
  /** Draws on the canvas, antialiased if that is cheap or if `smooth` is set. */
  draw(smooth: boolean): void;
  /** Called when nothing moves any more: calls `rested` after antialiasing, unless something is drawn before. */
  rest(rested: () => void): void;
  /** Called before a change: postpones antialiasing at rest. */
  stir(): void;
  close(): void;
}

const PIXEL_RATIO_MAX = 2;
/** Delay before antialiasing at rest, if it is too slow during motion. */
const REST_MS = 150;

/** Creates the renderer of a canvas; `paint` draws on it, or to a target of the same size. Throws without WebGL 2. */
export function createViewRenderer(
  canvas: HTMLCanvasElement,
  paint: (renderer: WebGLRenderer, target: WebGLRenderTarget | null) => void,
): ViewRenderer {
  // In software, antialiasing costs more than the rest of the image: only still images and videos get it.
  const isCoarse = isSoftwareRendering();
  const three = new WebGLRenderer({ canvas, antialias: !isCoarse, alpha: true, powerPreference: 'high-performance' });
  three.toneMapping = NeutralToneMapping;
  three.setPixelRatio(Math.min(devicePixelRatio, PIXEL_RATIO_MAX));
  three.shadowMap.enabled = true;
  three.shadowMap.type = PCFShadowMap;
  // Usually only the camera moves, so the shadow is drawn again only when it changed.
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
      const isLost = three.getContext().isContextLost();
      three.dispose();
      // The number of contexts per page is limited, and a removed canvas keeps its own until it is collected.
      if (!isLost) three.forceContextLoss();
    },
  };
}
