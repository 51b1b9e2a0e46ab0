import type { Noun } from './noun.ts';
import { AIRCRAFT } from './nouns/aircraft.ts';
import { BELONGINGS } from './nouns/belongings.ts';
import { BIRDS } from './nouns/birds.ts';
import { CUPBOARDS } from './nouns/cupboards.ts';
import { DEVICES } from './nouns/devices.ts';
import { DISPLAY_THINGS } from './nouns/display-things.ts';
import { DRAGONS } from './nouns/dragons.ts';
import { EVERYDAY_PEOPLE } from './nouns/everyday-people.ts';
import { FIGHTERS } from './nouns/fighters.ts';
import { FRUIT } from './nouns/fruit.ts';
import { FURNISHINGS } from './nouns/furnishings.ts';
import { HOUSES } from './nouns/houses.ts';
import { INSTRUMENTS } from './nouns/instruments.ts';
import { LANDSCAPE } from './nouns/landscape.ts';
import { MEALS } from './nouns/meals.ts';
import { PLANTS } from './nouns/plants.ts';
import { PLAYTHINGS } from './nouns/playthings.ts';
import { ROAD_VEHICLES } from './nouns/road-vehicles.ts';
import { ROBOTS } from './nouns/robots.ts';
import { SCREENS } from './nouns/screens.ts';
import { SEATING } from './nouns/seating.ts';
import { SHAPES } from './nouns/shapes.ts';
import { SHIPS_AND_TRAINS } from './nouns/ships-and-trains.ts';
import { SMALL_CREATURES } from './nouns/small-creatures.ts';
import { STRANGE_FIGURES } from './nouns/strange-figures.ts';
import { STRUCTURES } from './nouns/structures.ts';
import { TABLES } from './nouns/tables.ts';
import { TABLEWARE } from './nouns/tableware.ts';
import { TALE_PEOPLE } from './nouns/tale-people.ts';
import { TAME_ANIMALS } from './nouns/tame-animals.ts';
import { TOOLS } from './nouns/tools.ts';
import { TOWERS } from './nouns/towers.ts';
import { TREES } from './nouns/trees.ts';
import { TWO_WHEELERS } from './nouns/two-wheelers.ts';
import { VESSELS } from './nouns/vessels.ts';
import { WEAPONS } from './nouns/weapons.ts';
import { WILD_ANIMALS } from './nouns/wild-animals.ts';

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
  ['Toys, sport and music', [...PLAYTHINGS, ...INSTRUMENTS, ...DISPLAY_THINGS]],
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
