/** Temporary credentials for one upload (spec 4.6). */
interface UploadCredential {
  readonly token: string;
  /** Where to PUT the bytes, with these headers. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** When a URL is valid, epoch s. */
export interface UrlWindow {
  /** Not in the future. */
  readonly from: number;
  readonly until: number;
}

/** An output file that a URL names. */
export interface OutputName {
  readonly taskId: string;
  readonly fileName: string;
}

/** URLs of files that work without a key until they expire (spec 4.6, 2.3). */
export interface FileUrls {
  /** A URL to PUT the bytes of an upload to. */
  signUpload(token: string, lifetimeSeconds: number): string;
  /** The same for a client that asks for credentials. */
  signCredential(token: string, lifetimeSeconds: number): UploadCredential;
  /** A URL to GET an output from; the same window results in the same URL. */
  signOutput(output: OutputName, window: UrlWindow): string;
  /** The output of a URL of `signOutput`; `invalid` if it was changed or expired; null for other URLs. */
  parseOutput(url: URL): OutputName | 'invalid' | null;
}
