declare module 'gltf-validator' {
  interface Report {
    readonly issues: { readonly messages: readonly { readonly code: string; readonly severity: number }[] };
  }
  export function validateBytes(
    bytes: Uint8Array,
    options?: { externalResourceFunction?: (uri: string) => Promise<Uint8Array> },
  ): Promise<Report>;
}

declare module 'draco3dgltf' {
  const draco3d: { createDecoderModule(): Promise<object>; createEncoderModule(): Promise<object> };
  export default draco3d;
}
