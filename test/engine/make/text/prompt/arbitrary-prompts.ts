/** Prompts as users type them: objects, places, creatures, ideas, other languages and nonsense, one per line. */
export const ARBITRARY_PROMPTS: readonly string[] = `
a test prompt
futuristic city
sci-fi helmet
a very detailed cathedral
a dinosaur
a samurai in full armor
cyberpunk street market at night
an old violin
a steampunk airship
a cute axolotl
an espresso machine
a spaceship bridge
a crystal skull
a medieval tavern
a viking longship
the Eiffel Tower
Big Ben
Taj Mahal
Golden Gate
a submarine
a giraffe
two zebras
three red dinosaurs
a tiny blue elephant
a kangaroo boxing
an octopus wearing glasses
a mermaid
a centaur archer
a phoenix rising from flames
a unicorn made of glass
Darth Vader
Pikachu
Mario
Sonic the Hedgehog
Batman
Iron Man
Shrek
Yoda
a washing machine
a microwave
a toaster
a vacuum cleaner
a blender
an oven
a sink
a toilet
a bathtub
a shower
a swimming pool
a fountain in a park
a waterfall
a volcano erupting
an island
a desert oasis
a jungle temple
a swamp
a glacier
a black hole
the solar system
a galaxy
a nebula
an atom
a DNA helix
a virus
a human heart
a brain
a skull
a hand
a foot
a human eye
a tooth
a skeleton key
love
freedom
justice
happiness
time
death
war and peace
the passage of time
melancholy
entropy
infinity
music
silence
nostalgia for a place I have never been
democracy
artificial intelligence
the internet
quantum entanglement
recursion
capitalism
a dream within a dream
hope
fear of the dark
a birthday party
christmas
halloween
winter wonderland
summer vacation
autumn leaves
spring
une voiture rouge
un chat noir
eine Kirche
ein rotes Haus
el perro grande
la casa blanca
una bicicleta
il gatto
o carro vermelho
красный стул
собака
замок на холме
猫
ねこ
お城
赤い車
ロボット
로봇
고양이
빨간 자동차
كرسي أحمر
قلعة
בית
घर
บ้าน
σπίτι
một con mèo
kırmızı araba
czerwony samochód
未来城市
一个头盔
大教堂
赛博朋克机器人
恐龙
一只老虎
武士
摩天大楼
乐器
自由
爱
测试
你好世界
qwxyz
asdfghjkl
lorem ipsum dolor sit amet
xXx_420_xXx
foo bar baz
blorptang
zzzzzzzz
1234567890
12
3.14159
!!!
???
...
🪑
🚀🌕
❤️
👩‍🚀 in space
:-)
<script>alert(1)</script>
'; DROP TABLE users; --
\${7*7}
null
undefined
true
NaN
constructor __proto__
toString
hasOwnProperty
the
of the
a
and with on
red
shiny gold
a red
big
wooden
statue
a marble statue
a bronze sculpture of Zeus
a bust of Caesar
a portrait of a woman's cat
logo for a coffee company
app icon
a game asset, stylized, low poly
low poly
prop
a weapon
a vehicle
an animal
a building
furniture
food
a tool
a character design sheet
a treasure map
a magic scroll
a spell book
a potion bottle
a healing elixir
an ancient relic
an artifact
the holy grail
excalibur
mjolnir
a lightsaber
a plasma rifle
an AK-47
a pistol
a grenade
a tank
a fighter jet
a drone
an aircraft carrier
a satellite
the ISS
Mars rover
a lunar lander
a wheelchair
a stroller
a scooter
a skateboard ramp
a roller coaster
a ferris wheel
a carousel
a circus
a stadium
a skyscraper
an igloo
a pagoda
a mosque
a lighthouse keeper
a greenhouse
a windmill farm
an oil rig
a nuclear power plant
a factory
a gas station
a train station
a subway
an airport
a harbor
a pirate cove
a treasure island
a haunted mansion
a gingerbread house
a treehouse
a doghouse
a birdhouse
a beehive
a spider web
an anthill
a snail
a ladybug
a praying mantis
a scorpion
a crab
a lobster
a jellyfish
a shark
a whale
a dolphin
a seahorse
a starfish
a coral reef
a seashell
a pearl
a diamond ring
a necklace
a pair of sunglasses
a top hat
a leather jacket
running shoes
a kimono
a wedding dress
a suit of armor
a gas mask
a plague doctor
a firefighter
an astrophysicist
a ballerina
a chess piece
a rubik's cube
dice
a deck of cards
a teddy
a rocking horse
a yo-yo
a slinky
a xylophone
a trumpet
a saxophone
a harp
headphones
a microphone
a vinyl record
a typewriter
a game controller
a calculator
a printer
a compass
a telescope
a microscope
an hourglass
a globe
a chandelier
a grandfather clock
a fireplace
a staircase
a bathroom
a kitchen
a pineapple
a watermelon
sushi
ramen
tacos
a croissant
pancakes with maple syrup
a cup of tea
bubble tea
a slice of cheese
avocado toast
a bonsai
a sunflower field
a venus flytrap
moss covered ruins
a stone temple
a glass skyscraper
an orange helmet
a rose window
one guitarr
a hosptial
a motorboat
a blacksmith
a brachiosaurus skeleton
nothing
everything
make me something cool
surprise me
the best thing ever
I want a thing
please
no chair
without a hat
not a dog
a photo from 1995
unreal engine, octane render, 8k
trending on artstation
hyperrealistic, cinematic lighting
masterpiece, best quality
eerie liminal space backrooms
a bioluminescent alien mangrove at dusk with tendrils
an enchanted obsidian monolith humming in the void
worn rusty futuristic thing
`
  .trim()
  .split('\n');
