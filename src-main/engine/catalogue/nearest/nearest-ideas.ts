/**
 * General words, and ideas without a shape, in English, by a known object that stands for them. They matter only in prompts
 * that name no object.
 */
export const NEAREST_IDEAS: Readonly<Record<string, string>> = {
  heart:
    'love, romance, kindness, passion, friendship, emotion, joy, happiness, compassion, care, life, health, feelings, soul, empathy, desire, wedding, marriage, anniversary',
  clock: 'time, eternity, past, history, age, hour, minute, deadline, patience, infinity, nostalgia, memory',
  moon: 'night, midnight, dream, dreams, sleep, gravity, astronomy, space, sci fi, science fiction, void, darkness, galaxy, earth, world, universe, cosmos',
  sphere:
    'harmony, balance, unity, physics, shape, geometry, abstract, mathematics, math, energy, quantum, dimension, chaos, perfection, sun, core, entropy, recursion, everything, nothing',
  star: 'hope, fame, success, wish, magic, glory, miracle, destiny',
  bird: 'freedom, liberty, peace, flight, democracy, wind, air, feather, wing',
  skeleton:
    'death, horror, fear, doom, apocalypse, danger, nightmare, hell, evil, terror, sadness, despair, loneliness',
  book: 'knowledge, wisdom, education, learning, language, law, science, philosophy, literature, culture, information, data, poetry, religion, faith, news, idea, thought, truth, logic, fantasy, fairytale, mythology, document, file, story, poem',
  guitar:
    'music, song, melody, concert, jazz, sound, rhythm, symphony, art, band, noise, karaoke, instrument, musical instrument',
  sword:
    'war, battle, combat, violence, conflict, rpg, anger, honor, honour, courage, bravery, rage, hate, justice, revenge, fight, strength, power, weapon',
  crown:
    'royalty, victory, wealth, pride, authority, luxury, greed, empire, kingdom, monarchy, leadership, government, politics',
  chest:
    'treasure, money, fortune, riches, inventory, gold coins, cash, economy, finance, dollar, bitcoin, business, capitalism',
  robot:
    'technology, cyberpunk, future, automation, robotics, innovation, progress, computing, cyber, steampunk, biomechanical, industry, engineering, ai, artificial intelligence',
  flower: 'beauty, femininity, youth, innocence, ecology, elegance, grace, summer, growth, zen',
  snowman: 'winter, cold, december, arctic, antarctica, north pole, blizzard',
  pumpkin: 'harvest, thanksgiving, october, halloween',
  cake: 'birthday, party, celebration, happy birthday, festival, sugar, hunger, holiday, cooking, cuisine, baking, food, meal',
  house:
    'safety, comfort, medieval, tradition, property, real estate, gothic, baroque, victorian, rustic, building, architecture, room, bedroom, living room, interior',
  key: 'secret, mystery, privacy, security, solution, password, riddle, puzzle, opportunity',
  trophy:
    'competition, game, games, olympics, tournament, achievement, champion, winner, challenge, prize, token, emblem, logo, icon',
  tree: 'environmentalism, seasons, ecosystem, earth day, biology, evolution, climate, sustainability, autumn',
  airplane: 'travel, vacation, journey, adventure, trip, tourism, speed, transport, transportation',
  man: 'humanity, society, identity, self, community, masculinity, work, job, someone, somebody, anyone, myself, walking, running, dancing, jumping, humanoid, biped, male, actor, artist, npc, avatar, gamer, player, crowd, team, family, head, face, hand, foot, arm, leg, body part, mascot, doll',
  balloon: 'fun, childhood, floating, carnival, humor, laughter, fair',
  dragon: 'fire breath, myth, legend, prehistoric, jurassic, reptile',
  candle: 'warmth, prayer, meditation, ritual, calm, heat, silence, serenity, flame, fire',
  phone: 'communication, internet, social media, app, conversation, email, network, message, call',
  hammer: 'labor, labour, construction, diy, craft, repair, communism, hardware, tool, tools',
  chair: 'seat',
  table: 'furniture',
  mirror: 'picture frame, painting, portrait, poster, artwork',
  plate: 'tableware, crockery',
  spoon: 'cutlery, utensil',
  cat: 'animal, pet, creature, beast, mammal',
  turtle: 'shell, bug, insect',
  woman: 'female',
  goblin: 'spirit, boss, enemy',
  trees: 'nature, landscape, scenery, environment',
  bush: 'foliage',
  flowers: 'garden',
  plant: 'vegetation, flora',
  rock: 'ground, terrain, floor',
  'crystal cluster': 'mineral',
  cloud: 'fog, smoke, mist, storm, rain, heaven, melancholy, weather, mood',
  mountain: 'mount, valley',
  car: 'vehicle',
  houses: 'street, road, civilization',
  well: 'lake, river, ocean, sea, water, wave',
  ball: 'sport, sports',
  'teddy bear': 'toys',
  gift: 'surprise',
  crate: 'engine, machine, appliance, gadget, contraption, device',
  pillar: 'sign, memorial',
  hat: 'headgear, hairstyle, hair',
  shoe: 'footwear',
  bag: 'clothes, clothing, outfit, costume',
  computer: 'display, software, website',
  camera: 'lens, eye',
  ring: 'jewelry, jewellery, loop, circle, spiral',
  'pine tree': 'christmas, xmas, yule',
  lamp: 'lighting, illumination, brightness',
  bridge: 'connection',
  knight: 'armor, armour',
};
