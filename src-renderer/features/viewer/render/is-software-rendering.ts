/** Names of software renderers in Chromium, Mesa, Windows and macOS. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|basic render|software/i;

let known: boolean | null = null;

/**
 * Returns true if WebGL runs on the processor, as without a graphics card; false without WebGL. The result is cached.
 */
export function isSoftwareRendering(): boolean {
  return (known ??= SOFTWARE.test(readName()));
}

/**
 * Returns the name of the renderer as far as the browser discloses it; an undisclosed one is assumed to be a graphics
 * card.
 */
function readName(): string {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
  const names = gl?.getExtension('WEBGL_debug_renderer_info');
  const name = gl && names ? (gl.getParameter(names.UNMASKED_RENDERER_WEBGL) as unknown) : '';
  // The number of contexts per page is limited.
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return typeof name === 'string' ? name : '';
}
