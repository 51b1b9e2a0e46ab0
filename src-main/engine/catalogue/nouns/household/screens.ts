import type { Noun } from '../../builder/noun.ts';
import { SIDES } from '../shared/symmetry.ts';
import { SCREEN } from '../shared/common-finishes.ts';

/** Devices with a screen. */
export const SCREENS: readonly Noun[] = [
  {
    names: ['laptop', 'notebook computer'],
    chinese: ['笔记本电脑'],
    size: [
      [0.29, 0.38],
      [0.2, 0.29],
      [0.26, 0.4],
    ],
    slots: { body: 'aluminium:#b9bdc2|#44474c', screen: SCREEN, keys: 'plastic:#1f2124!' },
    build(k) {
      const [w, d] = [k.vary(0.33, 0.05), k.vary(0.225, 0.05)];
      k.box('body', [w, 0.014, d], { bevel: 0.004, corner: 0.012, name: 'base' });
      k.box('body', [w, d, 0.007], {
        at: [0, 0.012, -d / 2 + 0.002],
        turn: [-18, 0, 0],
        bevel: 0.002,
        corner: 0.003,
        name: 'lid',
      });
      k.box('screen', [w * 0.94, d * 0.88, 0.003], { at: [0, 0.024, -d / 2 + 0.001], turn: [-18, 0, 0] });
      for (let row = 0; row < 5; row++) {
        for (let i = 0; i < 12; i++)
          k.box('keys', [w * 0.062, 0.003, d * 0.07], {
            at: [(i - 5.5) * w * 0.074, 0.0135, -d * 0.36 + row * d * 0.085],
            bevel: 0,
            name: 'key',
          });
      }
      k.box('keys', [w * 0.32, 0.001, d * 0.28], { at: [0, 0.0138, d * 0.27], name: 'touchpad' });
    },
  },
  {
    names: ['computer', 'monitor', 'pc', 'screen'],
    chinese: ['电脑', '显示器'],
    size: [
      [0.5, 0.72],
      [0.4, 0.58],
      [0.36, 0.6],
    ],
    slots: { body: 'plastic:#2b2d31|#d8d9da', screen: SCREEN, keys: 'plastic:#ebebe8!' },
    build(k) {
      const [w, h] = [k.vary(0.6, 0.06), k.vary(0.35, 0.05)];
      k.box('body', [w, h, 0.03], { at: [0, 0.12, -0.08], bevel: 0.008, corner: 0.012, name: 'monitor' });
      k.box('screen', [w * 0.955, h * 0.92, 0.004], { at: [0, 0.12 + h * 0.04, -0.063] });
      k.box('body', [0.07, 0.2, 0.02], { at: [0, 0.01, -0.115], bevel: 0.005, name: 'neck' });
      k.box('body', [0.24, 0.012, 0.18], { at: [0, 0, -0.1], bevel: 0.005, corner: 0.05, name: 'foot' });
      k.box('body', [w * 0.72, 0.016, 0.13], {
        at: [-w * 0.06, 0, 0.15],
        bevel: 0.005,
        corner: 0.012,
        name: 'keyboard',
      });
      for (let row = 0; row < 5; row++)
        for (let i = 0; i < 13; i++)
          k.box('keys', [w * 0.043, 0.006, 0.018], {
            at: [-w * 0.06 + (i - 6) * w * 0.053, 0.014, 0.105 + row * 0.0225],
            bevel: 0,
            name: 'key',
          });
      k.ball('body', [0.03, 0.017, 0.05], { at: [w * 0.4, 0.014, 0.15], name: 'mouse' });
    },
  },
  {
    names: ['television', 'tv', 'tv set'],
    chinese: ['电视', '电视机'],
    size: [
      [0.95, 1.35],
      [0.6, 0.9],
      [0.14, 0.3],
    ],
    slots: { body: 'plastic:#1f2023', screen: SCREEN, foot: 'aluminium+' },
    build(k) {
      const w = k.vary(1.15);
      const h = w * 0.575;
      k.box('body', [w, h, 0.045], { at: [0, 0.07, 0], bevel: 0.01, corner: 0.014 });
      k.box('screen', [w * 0.97, h * 0.945, 0.004], { at: [0, 0.07 + h * 0.0275, 0.0225] });
      for (const s of SIDES)
        k.tube(
          'foot',
          [
            [s * w * 0.3, 0.09, 0],
            [s * w * 0.34, 0.008, 0.1],
          ],
          0.009,
          { isSmooth: false, ends: 'round' },
        );
      for (const s of SIDES)
        k.tube(
          'foot',
          [
            [s * w * 0.3, 0.09, 0],
            [s * w * 0.34, 0.008, -0.1],
          ],
          0.009,
          { isSmooth: false, ends: 'round' },
        );
    },
  },
  {
    names: ['phone', 'smartphone', 'mobile phone', 'cell phone'],
    chinese: ['手机', '电话'],
    size: [
      [0.065, 0.085],
      [0.14, 0.175],
      [0.007, 0.018],
    ],
    slots: { body: 'aluminium:#2f3136|#c8ccd2|#4a6a8a', screen: SCREEN, lens: 'plastic:#0f1012!' },
    build(k) {
      const [w, h] = [k.vary(0.074, 0.04), k.vary(0.156, 0.04)];
      const t = 0.0085;
      k.box('body', [w, t, h], { at: [0, h / 2, -t / 2], turn: [90, 0, 0], bevel: 0.0025, corner: 0.011 });
      k.box('screen', [w * 0.94, 0.0006, h * 0.96], {
        at: [0, h / 2, t / 2],
        turn: [90, 0, 0],
        bevel: 0,
        corner: 0.0095,
      });
      k.box('body', [w * 0.4, 0.002, w * 0.4], {
        at: [-w * 0.24, h * 0.82, -t / 2],
        turn: [-90, 0, 0],
        bevel: 0.0006,
        corner: 0.008,
        name: 'camera_bump',
      });
      for (const [x, y] of [
        [-0.33, 0.86],
        [-0.15, 0.78],
      ] as const)
        k.cylinder('lens', w * 0.075, 0.003, {
          at: [w * x, h * y, -t / 2],
          turn: [-90, 0, 0],
          segments: 20,
          bevel: 0.0006,
        });
    },
  },
];
