/** Polling interval. */
const POLL_MS = 4;

/**
 * Resolves when the graphics card has finished all commands. A query before that, such as a program's link status,
 * would block the page (WebGL 2.0 §3.7.14, sync objects).
 */
export async function waitForGpu(gl: WebGL2RenderingContext): Promise<void> {
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  gl.flush();
  // The status changes only between tasks; a lost context has none.
  while (fence && !gl.isContextLost() && gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED)
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_MS);
    });
  gl.deleteSync(fence);
}
