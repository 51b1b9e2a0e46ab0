declare module 'three/examples/jsm/loaders/usd/USDCParser.js' {
  interface Spec {
    readonly fields: Readonly<Record<string, unknown>>;
  }
  export class USDCParser {
    parseData(buffer: ArrayBuffer): { readonly specsByPath: Readonly<Record<string, Spec>> };
  }
}
