/** Pause between two looks. */
const LOOK_MS = 4;

/**
 * Resolves when the graphics card has done all it was handed. Until then it answers no question, and a page that asks one,
 * such as how a program was linked, stands still (WebGL 2.0 §3.7.14, sync objects).
 */
export async function waitForGpu(gl: WebGL2RenderingContext): Promise<void> {
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  gl.flush();
  // Its state changes between tasks only; a lost context has none.
  while (fence && !gl.isContextLost() && gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED)
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_MS);
    });
  gl.deleteSync(fence);
}
