const KEY = 'dropforge-viewer-opening';

/** The file that an earlier page was opening when it crashed or hung; null if there is none. */
let interruptedFile = read();
/** How often this page has opened a file. */
let openings = 0;

/**
 * Stores that a file is being opened, until the returned function is called or the page is closed. A page that crashes or
 * hangs leaves the marker.
 */
export function setOpeningMarker(artifactId: string): () => void {
  const opening = ++openings;
  const clear = (): void => {
    window.removeEventListener('pagehide', clear);
    // Another file may be opened by now, or the same file again.
    if (opening === openings) write(null);
  };
  window.addEventListener('pagehide', clear);
  write(artifactId);
  return clear;
}

/** Removes the marker that an earlier page left for this file; true if there was one. */
export function consumeOpeningMarker(artifactId: string): boolean {
  if (interruptedFile !== artifactId) return false;
  interruptedFile = null;
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
