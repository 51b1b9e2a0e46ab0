import type { Noun } from './builder/noun.ts';
import { AIRCRAFT } from './nouns/vehicles/aircraft.ts';
import { BELONGINGS } from './nouns/household/belongings.ts';
import { BIRDS } from './nouns/animals/birds.ts';
import { CUPBOARDS } from './nouns/furniture/cupboards.ts';
import { DEVICES } from './nouns/household/devices.ts';
import { DISPLAY_OBJECTS } from './nouns/furniture/display-objects.ts';
import { DRAGONS } from './nouns/animals/dragons.ts';
import { EVERYDAY_PEOPLE } from './nouns/figures/everyday-people.ts';
import { FIGHTERS } from './nouns/figures/fighters.ts';
import { FRUIT } from './nouns/household/fruit.ts';
import { FURNISHINGS } from './nouns/furniture/furnishings.ts';
import { HOUSES } from './nouns/buildings/houses.ts';
import { INSTRUMENTS } from './nouns/household/instruments.ts';
import { LANDSCAPE } from './nouns/nature/landscape.ts';
import { MEALS } from './nouns/household/meals.ts';
import { PLANTS } from './nouns/nature/plants.ts';
import { TOYS } from './nouns/household/toys.ts';
import { ROAD_VEHICLES } from './nouns/vehicles/road-vehicles.ts';
import { ROBOTS } from './nouns/figures/robots.ts';
import { SCREENS } from './nouns/household/screens.ts';
import { SEATING } from './nouns/furniture/seating.ts';
import { SHAPES } from './nouns/nature/shapes.ts';
import { SHIPS_AND_TRAINS } from './nouns/vehicles/ships-and-trains.ts';
import { SMALL_CREATURES } from './nouns/animals/small-creatures.ts';
import { STRANGE_FIGURES } from './nouns/figures/strange-figures.ts';
import { STRUCTURES } from './nouns/buildings/structures.ts';
import { TABLES } from './nouns/furniture/tables.ts';
import { TABLEWARE } from './nouns/household/tableware.ts';
import { TALE_PEOPLE } from './nouns/figures/tale-people.ts';
import { TAME_ANIMALS } from './nouns/animals/tame-animals.ts';
import { TOOLS } from './nouns/household/tools.ts';
import { TOWERS } from './nouns/buildings/towers.ts';
import { TREES } from './nouns/nature/trees.ts';
import { TWO_WHEELERS } from './nouns/vehicles/two-wheelers.ts';
import { VESSELS } from './nouns/household/vessels.ts';
import { WEAPONS } from './nouns/household/weapons.ts';
import { WILD_ANIMALS } from './nouns/animals/wild-animals.ts';

/** All objects the engine can build, by family. */
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

/** All objects the engine can build. */
export const CATALOGUE: readonly Noun[] = FAMILIES.flatMap(([, nouns]) => nouns);

/** People, robots and other figures that can hold and wear objects. */
export const FIGURES: readonly Noun[] = [
  ...EVERYDAY_PEOPLE,
  ...FIGHTERS,
  ...TALE_PEOPLE,
  ...ROBOTS,
  ...STRANGE_FIGURES,
];
