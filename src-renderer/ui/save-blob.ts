/** Saves bytes as a file through a browser download. */
export function saveBlob(name: string, bytes: Blob): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download may start a moment later.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 60_000);
}
