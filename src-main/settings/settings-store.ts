/** Key-value settings on disk: electron-store in the window, its base `conf` headless; the same file. */
export interface SettingsStore {
  get(key: string): unknown;
  /** Saves all of these in one step, or throws AppError and saves none. */
  set(values: Readonly<Record<string, unknown>>): void;
  /** Name of the damaged file that was replaced when the settings were opened; null or absent: it was not damaged. */
  readonly damagedFile?: string | null;
}
