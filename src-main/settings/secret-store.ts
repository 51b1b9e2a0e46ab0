/** Storage of API keys: Electron's safeStorage in the window, the OS keychain headless. */
export interface SecretStore {
  /** Display name of the store, such as `Secret Service`. */
  readonly kind: string;
  /** False if the secret is lost when this process ends, because the system has no keychain. */
  readonly durable: boolean;
  /** The secret, or null when there is none. */
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  delete(name: string): Promise<void>;
}

/** Keeps secrets for this session only; used without a keychain. */
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
