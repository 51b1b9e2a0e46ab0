/** A cloud region as a person types it. */
export interface TypedRegion {
  readonly baseUrl: string;
  readonly deployment: 'international' | 'china';
}

/** A service as a person types it; what was not asked for is as it was given, or empty. */
export interface TypedService {
  readonly name: string;
  readonly cloud: TypedRegion;
  readonly key: string;
}
