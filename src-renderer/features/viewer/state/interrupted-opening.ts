const KEY = 'dropforge-viewer-opening';

/**
 * Notes that a file is being opened, until the returned function is called or the page is closed. A page that crashes or hangs
 * meanwhile leaves the note.
 */
export function noteOpening(artifactId: string): () => void {
  const forget = (): void => {
    window.removeEventListener('pagehide', forget);
    // Another file may be opened by now.
    if (read() === artifactId) write(null);
  };
  window.addEventListener('pagehide', forget);
  write(artifactId);
  return forget;
}

/** True if the page ended while it opened this file; only once, so that it can be opened again on request. */
export function takeInterrupted(artifactId: string): boolean {
  if (read() !== artifactId) return false;
  write(null);
  return true;
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function write(artifactId: string | null): void {
  try {
    if (artifactId === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, artifactId);
  } catch {
    // Without storage, the file is opened again after a crash.
  }
}
