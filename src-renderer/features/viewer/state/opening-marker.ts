const KEY = 'dropforge-viewer-opening';

/**
 * Stores that a file is being opened, until the returned function is called or the page is closed. A page that crashes or
 * hangs leaves the marker.
 */
export function setOpeningMarker(artifactId: string): () => void {
  const clear = (): void => {
    window.removeEventListener('pagehide', clear);
    // Another file may be opened by now.
    if (read() === artifactId) write(null);
  };
  window.addEventListener('pagehide', clear);
  write(artifactId);
  return clear;
}

/** Removes the marker of this file; true if there was one, because the page crashed or hung while it opened the file. */
export function consumeOpeningMarker(artifactId: string): boolean {
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
