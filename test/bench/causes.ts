const BESIDE_ENGINE =
  'processor time, 0.34 s for each image beside what the engine alone needs; both processors are busy. By process: ' +
  'collecting garbage between tasks 0.15 s, the main process 0.14 s, the service 0.07 s, the readers 0.06 s.';
const LOOKS =
  'the bridge looks at the output folder every 20 ms, and Blender asks the bridge every 10 ms: a model waits up to 30 ms, so that ' +
  'runs differ by as much. In between, the bridge reads the model to check it, and claims it.';
const TREE =
  'half of the time measures the triangles of each node for the best of several splits, where the peer splits in the ' +
  'middle. Questions are answered 1.2 to 1.4 times as fast for it, and there are many for each tree.';
const CHARTS =
  'charts are grown once, by the direction of their triangles, in 0.03 to 0.1 s of processor time; the peer tries and ' +
  'rates many, in 0.1 to 6.5 s.';
const LOAD =
  'a single task has 1.26 processors busy already: the engine, its garbage collector, and the threads of the image codecs. ' +
  'Two can be at most 1.59 times as fast on two processors; the rest is waiting for the disk between tasks.';

/** Why rows miss their goals, by their ids, as a profile has shown it: the document prints each below its table. */
export const CAUSES: Readonly<Record<string, string>> = {
  'three-formats/1': BESIDE_ENGINE,
  'three-formats/30': BESIDE_ENGINE,
  'three-formats/500': BESIDE_ENGINE,
  'delivery/imported': LOOKS,
  'delivery/drawn': LOOKS,
  'transfer/get':
    'the hash. SHA-256 runs beside the transfer in a thread of its own, and without the SHA instructions of a processor ' +
    'that thread is slower than the transfer; the row of SHA-256 in one thread is the most that can be reached.',
  'queue/commit':
    'a fifth of the time creates and checks the records. The rest is the transaction, which writes 1.6 MB where the peer ' +
    'writes 1.2 MB: each job also has a row for every key by which it is found later.',
  'queue/start':
    'reading 10,000 records: parsing and checking them, and the garbage of it, take the 0.2 s above an empty home.',
  'studio-http/apis-2':
    'one process, its database and the clients already use both processors. With a tenth of a processor for each API process, ' +
    'as in the row below, it is the API process that is full.',
  'ui/start/first-start':
    'the build of the page takes 3.3 s of it, and 1.9 s of that is the compiler of the Svelte components, on one thread.',
  'ui/drop/30':
    'two reader processes start, in 0.11 s each, and check each image beside the page, which also loads its other views then. ' +
    'The limit of a second is met; the peer decodes in threads that run already.',
  'convert/fbx-15000':
    'a third of the process waits for image codecs: roughness and metalness are one image in glTF and two in FBX, so they are ' +
    'encoded again.',
  'engine/decimate/helmet-time':
    'both simplify with meshoptimizer, which is a quarter of the time. The rest reads, checks and writes glTF, and collects ' +
    'its garbage, in JavaScript; gltfpack is compiled.',
  'engine/tasks/two-at-once': LOAD,
  'engine/tasks/cores': LOAD,
  'engine/libraries/spatial/sphere-100000-build': TREE,
  'engine/libraries/spatial/torus-100000-build': TREE,
  ...Object.fromEntries(
    ['sphere', 'torus', 'chair', 'image'].flatMap((model) =>
      ['charts', 'stretch', 'worst'].map((figure) => [`engine/libraries/uv/${model}-${figure}`, CHARTS]),
    ),
  ),
  'engine/libraries/solids/closed-time':
    'finding open edges, welding and checking take half, garbage a fifth; the peer does not change a solid.',
  'engine/libraries/solids/hole-time': 'the peer does not close the hole: it only refuses the mesh.',
};
