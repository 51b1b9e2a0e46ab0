/** What a person may want done to pictures before they are laid on a model; absent: nothing. */
export interface ImageOptions {
  /** A poor picture is repaired before anything is looked for in it. */
  readonly isRepaired?: boolean;
  /** Light and shade are taken away as far as the shape explains them. */
  readonly isDelighted?: boolean;
  /** The file of a picture whose colours the texture takes on. */
  readonly style?: Uint8Array | null;
  /** As large as the real thing, if the pictures say how large that is; else the longest side measures 1 m. */
  readonly realSize?: boolean;
}
