/** Messages of the engine: notes about blocks, lattices and objects to print, in English; ICU templates by their ids. */
export const STYLIZE_MESSAGES = {
  'stylize.width': '{kind, select, Studs {Studs} Struts {Struts} other {Blocks}} are {metres} m wide.',
  'stylize.thickness': '{kind, select, Studs {Studs} Struts {Struts} other {Blocks}} are {metres} m thick.',
  'stylize.block-size-unused':
    'block_size has no effect on a {style, select, keycap {keycap} keyring {keyring} other {fridge magnet}}.',
  'stylize.blocks-too-fine':
    'block_size was raised from {asked} to {used} meters. A smaller size would create too many blocks.',
  'stylize.blocks-too-coarse':
    'block_size was lowered from {asked} to {used} meters. A larger size would lose the shape.',
  'stylize.lattice': 'The lattice has {count} openings.',
  'stylize.bricks': 'The model needs {count} bricks in {colors} colors.',
  'stylize.blocks': 'The model needs {count} blocks.',
  'stylize.pieces': 'The result has {count} separate pieces, like the model.',
  'stylize.joined': 'Loose parts were joined by rods so that the model prints as one piece: {count}.',
  'stylize.keycap':
    'The keycap is 18 mm wide, for one key, with a socket for Cherry MX stems (4.1 mm, arms 1.31 and 1.17 mm).',
  'stylize.keyring': 'The keyring is 40 mm long without its ring. The hole of the ring is 5 mm wide.',
  'stylize.magnet': 'The relief is 50 mm long with a flat back and a pocket for a round magnet of 10 × 2 mm.',
  'stylize.magnet-side': 'The model is deeper than wide, so the relief shows its side.',
} as const;
