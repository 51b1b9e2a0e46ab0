/** Opens the system's file dialog for one file; null if cancelled. `accept` lists extensions with their dot. */
export async function chooseFile(accept: string): Promise<File | null> {
  return (await chooseFiles(accept, false))[0] ?? null;
}

/** Opens the system's file dialog for one or more files; empty if cancelled. */
export function chooseFiles(accept: string, multiple: boolean): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const input = Object.assign(document.createElement('input'), { type: 'file', accept, multiple });
    input.addEventListener('change', () => {
      resolve([...(input.files ?? [])]);
    });
    input.addEventListener('cancel', () => {
      resolve([]);
    });
    input.click();
  });
}
