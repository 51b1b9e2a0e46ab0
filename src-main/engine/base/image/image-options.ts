/** Optional processing of images before they are projected onto a model; absent: none. */
export interface ImageOptions {
  /** Enhance poor images before analysis. */
  readonly isRepaired?: boolean;
  /** Remove light and shade as far as the shape explains them. */
  readonly isDelighted?: boolean;
  /** Image file whose colours the texture adopts. */
  readonly style?: Uint8Array | null;
  /** Use the real size of the object if the images contain it; otherwise the longest side is 1 m. */
  readonly realSize?: boolean;
}
