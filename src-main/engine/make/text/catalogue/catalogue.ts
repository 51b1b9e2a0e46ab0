import type { Noun } from '../build/noun.ts';
import { AIRCRAFT } from './vehicles/aircraft.ts';
import { BELONGINGS } from './household/belongings.ts';
import { BIRDS } from './animals/birds.ts';
import { CUPBOARDS } from './furniture/cupboards.ts';
import { DEVICES } from './household/devices.ts';
import { DISPLAY_OBJECTS } from './furniture/display-objects.ts';
import { DRAGONS } from './animals/dragons.ts';
import { EVERYDAY_PEOPLE } from './figures/everyday-people.ts';
import { FIGHTERS } from './figures/fighters.ts';
import { FRUIT } from './household/fruit.ts';
import { FURNISHINGS } from './furniture/furnishings.ts';
import { HOUSES } from './buildings/houses.ts';
import { INSTRUMENTS } from './household/instruments.ts';
import { LANDSCAPE } from './nature/landscape.ts';
import { MEALS } from './household/meals.ts';
import { PLANTS } from './nature/plants.ts';
import { TOYS } from './household/toys.ts';
import { ROAD_VEHICLES } from './vehicles/road-vehicles.ts';
import { ROBOTS } from './figures/robots.ts';
import { SCREENS } from './household/screens.ts';
import { SEATING } from './furniture/seating.ts';
import { SHAPES } from './nature/shapes.ts';
import { SHIPS_AND_TRAINS } from './vehicles/ships-and-trains.ts';
import { SMALL_CREATURES } from './animals/small-creatures.ts';
import { STRANGE_FIGURES } from './figures/strange-figures.ts';
import { STRUCTURES } from './buildings/structures.ts';
import { TABLES } from './furniture/tables.ts';
import { TABLEWARE } from './household/tableware.ts';
import { TALE_PEOPLE } from './figures/tale-people.ts';
import { TAME_ANIMALS } from './animals/tame-animals.ts';
import { TOOLS } from './household/tools.ts';
import { TOWERS } from './buildings/towers.ts';
import { TREES } from './nature/trees.ts';
import { TWO_WHEELERS } from './vehicles/two-wheelers.ts';
import { VESSELS } from './household/vessels.ts';
import { WEAPONS } from './household/weapons.ts';
import { WILD_ANIMALS } from './animals/wild-animals.ts';

/** Everything the engine can build, by family. */
export const FAMILIES: readonly (readonly [family: string, nouns: readonly Noun[]])[] = [
  ['Furniture', [...SEATING, ...TABLES, ...CUPBOARDS, ...FURNISHINGS]],
  ['Kitchen', [...TABLEWARE, ...VESSELS]],
  ['Food', [...FRUIT, ...MEALS]],
  ['Animals', [...TAME_ANIMALS, ...WILD_ANIMALS, ...BIRDS, ...SMALL_CREATURES, ...DRAGONS]],
  ['People and robots', [...EVERYDAY_PEOPLE, ...FIGHTERS, ...TALE_PEOPLE, ...ROBOTS, ...STRANGE_FIGURES]],
  ['Nature', [...TREES, ...PLANTS, ...LANDSCAPE]],
  ['Vehicles', [...ROAD_VEHICLES, ...TWO_WHEELERS, ...AIRCRAFT, ...SHIPS_AND_TRAINS]],
  ['Buildings', [...HOUSES, ...TOWERS, ...STRUCTURES]],
  ['Toys, sport and music', [...TOYS, ...INSTRUMENTS, ...DISPLAY_OBJECTS]],
  ['Tools and belongings', [...WEAPONS, ...TOOLS, ...BELONGINGS]],
  ['Devices', [...SCREENS, ...DEVICES]],
  ['Plain bodies', SHAPES],
];

/** Everything the engine can build. */
export const CATALOGUE: readonly Noun[] = FAMILIES.flatMap(([, nouns]) => nouns);

/** People, robots and other figures that can hold and wear things. */
export const FIGURES: readonly Noun[] = [
  ...EVERYDAY_PEOPLE,
  ...FIGHTERS,
  ...TALE_PEOPLE,
  ...ROBOTS,
  ...STRANGE_FIGURES,
];
