import { cpus } from 'node:os';
import { parseArgs } from 'node:util';

/** One measured figure beside its goal and its peer in the same run. */
export interface Figure {
  readonly what: string;
  readonly value: string;
  readonly goal: string;
  readonly peer: string;
  readonly met: boolean;
}

/** A benchmark by the name `npm run bench -- NAME` takes; loaded when it runs, so that none weighs on another. */
const BENCHES: Readonly<Record<string, () => Promise<Figure[]>>> = {
  way: async () => (await import('./end-to-end.ts')).benchEndToEnd(),
  delivery: async () => (await import('./delivery.ts')).benchDelivery(),
  convert: async () => (await import('./engine/convert.ts')).benchConvert(),
  engine: async () => (await import('./engine/engine.ts')).benchEngine(),
  latency: async () => (await import('./latency.ts')).benchLatency(),
  libraries: async () => (await import('./engine/libraries.ts')).benchLibraries(),
  order: async () => (await import('./order.ts')).benchOrder(),
  follow: async () => (await import('./follow.ts')).benchFollow(),
  quality: async () => (await import('./engine/quality.ts')).benchQuality(),
  queue: async () => (await import('./queue.ts')).benchQueue(),
  service: async () => (await import('./service/service.ts')).benchService(),
  inspect: async () => (await import('./inspect-images.ts')).benchInspectImages(),
  readers: async () => (await import('./reader-memory.ts')).benchReaderMemory(),
  splat: async () => (await import('./engine/splat.ts')).benchSplat(),
  turntable: async () => (await import('./engine/turntable.ts')).benchTurntable(),
  ui: async () => (await import('./ui/ui.ts')).benchUi(),
  watch: async () => (await import('./watch/watch.ts')).benchWatch(),
  transfer: async () => (await import('./transfer/transfer.ts')).benchTransfer(),
};

/** What begins with two dashes is an option of a bench; only `--from` and `--only` may have their value in the next word. */
const { positionals: asked } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { from: { type: 'string' }, only: { type: 'string' } },
});
const names = asked.length > 0 ? asked : Object.keys(BENCHES);
console.log(`Node ${process.versions.node}, ${cpus().length} cores`);
for (const name of names) {
  const bench = BENCHES[name];
  if (!bench) {
    console.error(`There is no bench “${name}”; there are ${Object.keys(BENCHES).join(', ')}.`);
    process.exitCode = 2;
    break;
  }
  console.log(`\n${name}`);
  for (const { what, value, goal, peer, met } of await bench()) {
    console.log(`  ${met ? '✓' : '✗'} ${what}: ${value} (goal ${goal}; beside it ${peer})`);
  }
}
