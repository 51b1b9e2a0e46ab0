import { WebGLRenderTarget, type WebGLRenderer } from 'three';

/** Properties that three uses for headsets and its types omit. */
interface Redirected {
  setRenderTargetFramebuffer(target: WebGLRenderTarget, framebuffer: WebGLFramebuffer): void;
}

/** The usual number of samples of an antialiased canvas. */
const SAMPLES = 4;

/**
 * Draws an antialiased image (4 samples per pixel, OpenGL ES 3.0 §4.3.2) on the canvas of a context without
 * antialiasing. `draw` renders to the given target with the same colours and tone mapping as to the canvas.
 */
export function drawAntialiased(
  renderer: WebGLRenderer & Partial<Redirected>,
  draw: (target: WebGLRenderTarget) => void,
): void {
  const gl = renderer.getContext() as WebGL2RenderingContext;
  const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
  const { state } = renderer;
  const frame = gl.createFramebuffer();
  const target = toCanvasTarget(new WebGLRenderTarget(width, height), renderer);
  state.bindFramebuffer(gl.FRAMEBUFFER, frame);
  const buffers = [
    attachSamples(gl, gl.COLOR_ATTACHMENT0, gl.RGBA8),
    attachSamples(gl, gl.DEPTH_STENCIL_ATTACHMENT, gl.DEPTH24_STENCIL8),
  ];
  try {
    renderer.setRenderTargetFramebuffer?.(target, frame);
    draw(target);
    renderer.setRenderTarget(null);
    state.setScissorTest(false);
    state.bindFramebuffer(gl.READ_FRAMEBUFFER, frame);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    state.bindFramebuffer(gl.READ_FRAMEBUFFER, null);
  } finally {
    for (const buffer of buffers) gl.deleteRenderbuffer(buffer);
    gl.deleteFramebuffer(frame);
  }
}

/**
 * Makes three apply tone mapping and the output colour space to a target as to the canvas; it does so for headset
 * targets only.
 */
function toCanvasTarget(target: WebGLRenderTarget, renderer: WebGLRenderer): WebGLRenderTarget {
  target.texture.colorSpace = renderer.outputColorSpace;
  return Object.assign(target, { isXRRenderTarget: true });
}

function attachSamples(gl: WebGL2RenderingContext, attachment: number, format: number): WebGLRenderbuffer {
  const buffer = gl.createRenderbuffer();
  const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
  gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
  gl.renderbufferStorageMultisample(gl.RENDERBUFFER, SAMPLES, format, width, height);
  gl.framebufferRenderbuffer(gl.FRAMEBUFFER, attachment, gl.RENDERBUFFER, buffer);
  return buffer;
}
