/** A registered endpoint. */
export interface Webhook {
  /** `wh_…`: the header `Service-Webhook-Id` of its deliveries (spec 6.3). */
  readonly id: string;
  readonly url: string;
  /** True if it is defined in the configuration, where it has to be removed. */
  readonly configured: boolean;
  /** Epoch ms. */
  readonly createdAt: number;
}

/** A registered endpoint with its signing secret, which is shown once. */
export interface NewWebhook extends Webhook {
  readonly secret: string;
}

/** The endpoints for events. */
export interface WebhookStore {
  /** Oldest first. */
  list(): Promise<Webhook[]>;
  /** Null if the URL is already registered. */
  add(url: string): Promise<NewWebhook | null>;
  /** Removes an endpoint with its deliveries; false if there is none. */
  remove(id: string): Promise<boolean>;
  /**
   * Synchronizes the endpoints of the configuration: existing ones keep their secret, others are removed, those
   * of the console are kept. Returns the secrets by URL.
   */
  configure(urls: readonly string[]): Promise<Record<string, string>>;
}
