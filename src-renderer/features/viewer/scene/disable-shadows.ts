import { Mesh, type Object3D, type WebGLProgramParametersWithUniforms } from 'three';

/**
 * Leaves shadows out of the programs that draw a model, because only the floor takes one: three looks for them at every
 * pixel of whatever is lit, and skips them then.
 */
export function disableShadows(model: Object3D): void {
  model.traverse((node) => {
    if (node instanceof Mesh)
      for (const material of [(node as Mesh).material].flat()) material.onBeforeCompile = leaveShadowsOut;
  });
}

/** Programs are told apart by the text of this function, so that it is one for all. */
function leaveShadowsOut(shader: WebGLProgramParametersWithUniforms): void {
  shader.vertexShader = `#undef USE_SHADOWMAP\n${shader.vertexShader}`;
  shader.fragmentShader = `#undef USE_SHADOWMAP\n${shader.fragmentShader}`;
}
