/** Cloud region as entered in the form. */
export interface RegionInput {
  readonly baseUrl: string;
  readonly deployment: 'international' | 'china';
}

/** Service as entered in the form. Fields the form does not show keep their initial value or are empty. */
export interface ServiceInput {
  readonly name: string;
  readonly cloud: RegionInput;
  readonly key: string;
}
