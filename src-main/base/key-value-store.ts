/** Small texts by name, persistent; each call is durable when it returns. */
export interface KeyValueStore {
  /** Null: never set. */
  get(name: string): string | null;
  set(name: string, value: string): void;
}
