/** A key as the console lists it; the key itself is shown once, when it is created. */
interface ListedKey {
  readonly id: string;
  /** Its last four characters. */
  readonly ending: string;
  /** Epoch ms; null for the first key, which belongs to the data folder and cannot be revoked. */
  readonly createdAt: number | null;
}

/** The API keys of the account (spec part 5). */
export interface ApiKeys {
  /** The id of a valid key; null for any other. */
  find(key: string): Promise<string | null>;
  /** The first key, then the others, oldest first. */
  list(): Promise<ListedKey[]>;
  /** Creates a key of 256 random bits; only its hash is stored. */
  make(): Promise<{ readonly id: string; readonly key: string }>;
  /** False if there is no such key, or if it is the first one. */
  revoke(id: string): Promise<boolean>;
}

/** Id of the first key. */
export const INITIAL_KEY_ID = 'first';
