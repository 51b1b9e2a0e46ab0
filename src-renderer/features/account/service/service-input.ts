/** Cloud region as entered in the form. */
export interface RegionInput {
  readonly baseUrl: string;
  readonly deployment: 'international' | 'china';
  /** Origin of the object storage of a studio in the local network. */
  readonly storage?: string | undefined;
  /** Certificates of an internal authority as PEM. */
  readonly authorities?: string | undefined;
}

/** Service as entered in the form. Fields the form does not show keep their initial value or are empty. */
export interface ServiceInput {
  /** For `key:cancel`. */
  readonly id: string;
  readonly name: string;
  readonly cloud: RegionInput;
  readonly key: string;
}
