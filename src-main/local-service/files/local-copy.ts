/** A file of the storage on this computer, for the engine. */
export interface LocalCopy {
  /** Absolute; nobody changes the file before `release`. */
  readonly path: string;
  /** Ends the use of the file; a temporary copy is deleted. */
  release(): Promise<void>;
}

/** A file that is stored on this computer. */
export interface StoredFile {
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
}

/** A stored file as a copy: it is used where it is, and stays. */
export function toLocalCopy(file: StoredFile | null): LocalCopy | null {
  return file && { path: file.path, release: () => Promise.resolve() };
}
