import { Mesh, type Object3D, type WebGLProgramParametersWithUniforms } from 'three';

/**
 * Excludes shadows from the programs that draw a model, because only the floor receives one; three would evaluate them
 * for every pixel of a lit model.
 */
export function disableShadows(model: Object3D): void {
  model.traverse((node) => {
    if (node instanceof Mesh)
      for (const material of [(node as Mesh).material].flat()) material.onBeforeCompile = leaveShadowsOut;
  });
}

/** Three identifies programs by the text of this function, so all models share it. */
function leaveShadowsOut(shader: WebGLProgramParametersWithUniforms): void {
  shader.vertexShader = `#undef USE_SHADOWMAP\n${shader.vertexShader}`;
  shader.fragmentShader = `#undef USE_SHADOWMAP\n${shader.fragmentShader}`;
}
