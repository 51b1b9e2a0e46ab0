/** Where API keys lie. One implementation in the window (Electron's safeStorage), one headless (the OS keychain). */
export interface SecretStore {
  /** Name of the store as people know it, such as `Secret Service`. */
  readonly kind: string;
  /** False when the secret is forgotten with this process, because the system has no keychain. */
  readonly durable: boolean;
  /** The secret, or null when there is none. */
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  delete(name: string): Promise<void>;
}

/** Keeps secrets for this session only: what remains when there is no keychain. */
export function createMemorySecrets(): SecretStore {
  const secrets = new Map<string, string>();
  return {
    kind: 'memory',
    durable: false,
    get: async (name) => secrets.get(name) ?? null,
    set: async (name, value) => void secrets.set(name, value),
    delete: async (name) => void secrets.delete(name),
  };
}
