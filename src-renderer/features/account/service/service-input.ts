/** A cloud region as a person types it. */
export interface RegionInput {
  readonly baseUrl: string;
  readonly deployment: 'international' | 'china';
}

/** A service as a person types it; what was not asked for is as it was given, or empty. */
export interface ServiceInput {
  readonly name: string;
  readonly cloud: RegionInput;
  readonly key: string;
}
