/** One measured figure beside its goal and its peer in the same run. */
export interface Figure {
  readonly what: string;
  readonly value: string;
  readonly goal: string;
  readonly peer: string;
  readonly met: boolean;
}

/** Benches that do not return rows yet, by the names `npm run bench -- NAME` takes. */
export const UNCONVERTED: Readonly<Record<string, () => Promise<Figure[]>>> = {
  way: async () => (await import('./end-to-end.ts')).benchEndToEnd(),
  delivery: async () => (await import('./delivery.ts')).benchDelivery(),
  convert: async () => (await import('./engine/convert.ts')).benchConvert(),
  engine: async () => (await import('./engine/engine.ts')).benchEngine(),
  latency: async () => (await import('./latency.ts')).benchLatency(),
  libraries: async () => (await import('./engine/libraries.ts')).benchLibraries(),
  follow: async () => (await import('./follow.ts')).benchFollow(),
  quality: async () => (await import('./engine/quality.ts')).benchQuality(),
  service: async () => (await import('./service/service.ts')).benchService(),
  inspect: async () => (await import('./inspect-images.ts')).benchInspectImages(),
  readers: async () => (await import('./reader-memory.ts')).benchReaderMemory(),
  splat: async () => (await import('./engine/splat.ts')).benchSplat(),
  turntable: async () => (await import('./engine/turntable.ts')).benchTurntable(),
  ui: async () => (await import('./ui/ui.ts')).benchUi(),
  watch: async () => (await import('./watch/watch.ts')).benchWatch(),
  transfer: async () => (await import('./transfer/transfer.ts')).benchTransfer(),
};

/** Runs one and prints its figures. */
export async function printFigures(name: string): Promise<void> {
  console.log(`\n${name}`);
  for (const { what, value, goal, peer, met } of await UNCONVERTED[name]!()) {
    console.log(`  ${met ? '✓' : '✗'} ${what}: ${value} (goal ${goal}; beside it ${peer})`);
  }
}
