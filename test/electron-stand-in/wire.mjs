// Structured values ↔ JSON text, between this process and the page.

/** Makes `pack` and `unpack`. Self-contained, because its source is also injected into the page. */
export function wire() {
  const toBase64 = (bytes) =>
    typeof Buffer === 'undefined'
      ? bytes.toBase64()
      : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  const fromBase64 = (text) =>
    typeof Buffer === 'undefined' ? Uint8Array.fromBase64(text) : new Uint8Array(Buffer.from(text, 'base64'));

  // Everything JSON lacks becomes `{$: kind, v: …}`; plain objects too, so that no user key can be mistaken for `$`.
  const encode = (value) => {
    if (value === undefined) return { $: 'undefined' };
    if (typeof value === 'bigint') return { $: 'bigint', v: String(value) };
    if (typeof value === 'number' && !Number.isFinite(value)) return { $: 'number', v: String(value) };
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map(encode);
    if (value instanceof Date) return { $: 'date', v: value.getTime() };
    if (value instanceof Map) return { $: 'map', v: [...value].map((pair) => pair.map(encode)) };
    if (value instanceof Set) return { $: 'set', v: [...value].map(encode) };
    if (value instanceof Error) return { $: 'error', v: [value.name, value.message, value.stack] };
    if (value instanceof ArrayBuffer) return { $: 'bytes', type: 'ArrayBuffer', v: toBase64(new Uint8Array(value)) };
    if (ArrayBuffer.isView(value)) {
      const type = value.constructor.name === 'Buffer' ? 'Uint8Array' : value.constructor.name;
      return { $: 'bytes', type, v: toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) };
    }
    return { $: 'object', v: Object.fromEntries(Object.entries(value).map(([key, item]) => [key, encode(item)])) };
  };

  const decoders = {
    undefined: () => undefined,
    bigint: ({ v }) => BigInt(v),
    number: ({ v }) => Number(v),
    date: ({ v }) => new Date(v),
    map: ({ v }) => new Map(v.map((pair) => pair.map(decode))),
    set: ({ v }) => new Set(v.map(decode)),
    error: ({ v: [name, message, stack] }) => Object.assign(new Error(message), { name, stack }),
    bytes: ({ type, v }) => {
      const { buffer } = fromBase64(v);
      return type === 'ArrayBuffer' ? buffer : new globalThis[type](buffer);
    },
    object: ({ v }) => Object.fromEntries(Object.entries(v).map(([key, item]) => [key, decode(item)])),
  };
  const decode = (value) => {
    if (value === null || typeof value !== 'object') return value;
    return Array.isArray(value) ? value.map(decode) : decoders[value.$](value);
  };

  return { pack: (value) => JSON.stringify(encode(value)), unpack: (text) => decode(JSON.parse(text)) };
}
