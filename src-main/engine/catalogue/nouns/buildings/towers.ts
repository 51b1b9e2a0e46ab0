import type { Noun } from '../../builder/noun.ts';
import { arch, rotated, tower } from './building-parts.ts';
import { around, polar, SIDES } from '../shared/symmetry.ts';

/** Castles, towers and mills. */
export const TOWERS: readonly Noun[] = [
  {
    names: ['castle', 'fortress', 'palace'],
    chinese: ['城堡'],
    size: [
      [17, 26],
      [13, 22],
      [17, 26],
    ],
    slots: {
      wall: 'stone:#a39d92|#8f8a86|#b8a98a',
      roof: 'clay:#3f5a7a|#8a3b2f|#4a4a52+',
      gate: 'wood:#5b3b22!',
      flag: 'fabric:#b3282d|#d6a93b+',
      window: 'plastic:#2b2722!',
    },
    build(k) {
      const s = k.vary(1, 0.08);
      const half = 7.4 * s;
      for (const [x, z] of [
        [-1, 1],
        [1, 1],
        [-1, -1],
        [1, -1],
      ] as const)
        tower(k, x * half, z * half, 1.75 * s, 7.4 * s, 3.6 * s);
      for (const turn of [0, 90, 180, 270]) {
        k.box('wall', [half * 2 - 2, 4.4 * s, 1.0 * s], {
          at: rotated(0, half, turn),
          turn: [0, turn, 0],
          name: 'curtain_wall',
        });
        for (let i = -4; i <= 4; i++) {
          k.box('wall', [0.7 * s, 0.7 * s, 1.05 * s], {
            at: rotated(i * 1.28 * s, half, turn, 4.38 * s),
            turn: [0, turn, 0],
            name: 'merlon',
          });
        }
      }
      k.box('wall', [4.0 * s, 5.6 * s, 1.9 * s], { at: [0, 0, half], name: 'gatehouse' });
      for (const i of [-1, 0, 1])
        k.box('wall', [0.8 * s, 0.7 * s, 1.95 * s], { at: [i * 1.5 * s, 5.58 * s, half], name: 'merlon' });
      k.extrude('gate', arch(1.15 * s, 3.1 * s), 0.2, { at: [0, 0, half + 0.92 * s], bevel: 0.03 });
      k.box('wall', [6.4 * s, 8.2 * s, 6.4 * s], { at: [0, 0, -1 * s], name: 'keep' });
      for (const turn of [0, 90, 180, 270]) {
        for (const i of [-2, -1, 0, 1, 2]) {
          const [x, y, z] = rotated(i * 1.38 * s, 2.95 * s, turn, 8.18 * s);
          k.box('wall', [0.75 * s, 0.8 * s, 0.5 * s], { at: [x, y, z - 1 * s], turn: [0, turn, 0], name: 'merlon' });
        }
      }
      for (const x of SIDES)
        for (const y of [3, 5.7])
          k.extrude('window', arch(0.3 * s, 1.1 * s), 0.1, { at: [x * 1.5 * s, y * s, 2.22 * s], name: 'window' });
      tower(k, 1.9 * s, -3.1 * s, 1.5 * s, 11.5 * s, 3.4 * s);
      k.tube(
        'gate',
        [
          [1.9 * s, 14.6 * s, -3.1 * s],
          [1.9 * s, 16.6 * s, -3.1 * s],
        ],
        0.06,
        { isSmooth: false, name: 'flagpole' },
      );
      k.extrude(
        'flag',
        [
          [0, 0],
          [1.5 * s, 0.4 * s],
          [0, 0.85 * s],
        ],
        0.05,
        { at: [1.95 * s, 15.6 * s, -3.1 * s] },
      );
    },
  },
  {
    names: ['lighthouse', 'tower'],
    chinese: ['灯塔', '塔'],
    size: [
      [4.2, 7.2],
      [13, 20],
      [4.2, 7.2],
    ],
    slots: {
      wall: 'plaster:#f1eee8',
      band: 'paint:#c8352f|#2c5fb3+',
      lamp: 'neon:#ffe9a8!',
      glass: 'glass!',
      rail: 'iron!',
      base: 'stone!',
    },
    build(k) {
      const h = k.vary(15, 0.08);
      const r = (y: number) => h * (0.135 - 0.06 * (y / (0.78 * h)));
      k.cylinder('base', h * 0.18, h * 0.04, { bevel: 0.1, segments: 32 });
      for (let i = 0; i < 5; i++) {
        const [y0, y1] = [h * (0.03 + 0.15 * i), h * (0.03 + 0.15 * (i + 1))];
        k.cylinder(i % 2 === 0 ? 'wall' : 'band', r(y0), y1 - y0, { at: [0, y0, 0], top: r(y1), segments: 36 });
      }
      k.cylinder('base', h * 0.105, h * 0.018, { at: [0, h * 0.775, 0], segments: 36, name: 'gallery', bevel: 0.04 });
      k.torus('rail', h * 0.1, h * 0.004, { at: [0, h * 0.835, 0], name: 'handrail' });
      for (const angle of around(12)) {
        const [x, z] = polar(angle, h * 0.1);
        k.cylinder('rail', h * 0.003, h * 0.045, { at: [x, h * 0.79, z], segments: 6, name: 'baluster' });
      }
      k.cylinder('glass', h * 0.062, h * 0.085, { at: [0, h * 0.792, 0], segments: 12 });
      k.cylinder('lamp', h * 0.026, h * 0.06, { at: [0, h * 0.8, 0], bevel: h * 0.01 });
      k.lathe(
        'band',
        [
          [h * 0.075, 0],
          [h * 0.05, h * 0.055],
          [0, h * 0.09],
        ],
        { at: [0, h * 0.876, 0], name: 'cap' },
      );
      k.ball('rail', h * 0.012, { at: [0, h * 0.975, 0], segments: 12, name: 'finial' });
      k.extrude('base', arch(h * 0.035, h * 0.12), 0.3, { at: [0, h * 0.04, h * 0.128], name: 'door' });
      for (const y of [0.28, 0.58])
        k.box('rail', [h * 0.03, h * 0.05, 0.2], { at: [0, h * y, r(h * y) - 0.02], name: 'window' });
    },
  },
  {
    names: ['windmill', 'mill'],
    chinese: ['风车'],
    size: [
      [6.6, 10.4],
      [8.6, 12.6],
      [4.2, 7],
    ],
    slots: {
      wall: 'plaster:#eee8da|#d8c6a8',
      roof: 'wood:#5b3b22|#7a3a30+',
      sail: 'fabric:#f3eee2',
      arm: 'wood!',
      door: 'wood:#4a6a5a!',
    },
    build(k) {
      const h = k.vary(7.2, 0.06);
      k.cylinder('wall', h * 0.3, h * 0.85, { top: h * 0.2, segments: 20 });
      k.lathe(
        'roof',
        [
          [h * 0.235, 0],
          [h * 0.225, h * 0.06],
          [h * 0.1, h * 0.21],
          [0, h * 0.26],
        ],
        { at: [0, h * 0.83, 0], isSmooth: false },
      );
      const [y, z] = [h * 0.9, h * 0.3];
      k.cylinder('arm', 0.13, h * 0.16, { at: [0, y, h * 0.18], turn: [90, 0, 0], name: 'axle' });
      const reach = h * 0.52;
      for (const angle of [22, 112, 202, 292]) {
        k.box('arm', [0.12, reach, 0.1], { at: [0, y, z], turn: [0, 0, angle], name: 'arm' });
        const a = (angle * Math.PI) / 180;
        const [sx, sy] = [-Math.sin(a), Math.cos(a)];
        const [px, py] = [Math.cos(a), Math.sin(a)];
        k.box('sail', [0.74, reach * 0.74, 0.045], {
          at: [sx * reach * 0.24 + px * 0.38, y + sy * reach * 0.24 + py * 0.38, z + 0.02],
          turn: [0, 0, angle],
        });
      }
      k.extrude('door', arch(0.5, 1.9), 0.2, { at: [0, 0, h * 0.285], turn: [-6, 0, 0] });
      for (const s of SIDES)
        k.box('arm', [0.6, 0.7, 0.2], {
          at: [s * h * 0.12, h * 0.48, h * 0.205],
          turn: [0, s * 24, 0],
          name: 'window',
        });
    },
  },
];
