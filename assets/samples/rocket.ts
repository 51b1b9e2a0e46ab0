/** A toy rocket standing on its flame, with three fins and a round window; light from the upper left. */
export const ROCKET = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1024 1024">
  <defs>
    <linearGradient id="hull" x1="0" x2="1">
      <stop offset="0" stop-color="#8f98a6" />
      <stop offset="0.3" stop-color="#ffffff" />
      <stop offset="0.62" stop-color="#d5dbe4" />
      <stop offset="1" stop-color="#6d7787" />
    </linearGradient>
    <linearGradient id="red" x1="0" x2="1">
      <stop offset="0" stop-color="#a81f25" />
      <stop offset="0.32" stop-color="#ff7062" />
      <stop offset="0.62" stop-color="#dd3338" />
      <stop offset="1" stop-color="#7c1218" />
    </linearGradient>
    <linearGradient id="finLeft" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="#ff7a6a" />
      <stop offset="1" stop-color="#a51c24" />
    </linearGradient>
    <linearGradient id="finRight" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="#d22f35" />
      <stop offset="1" stop-color="#6b0f15" />
    </linearGradient>
    <linearGradient id="nozzle" x1="0" x2="1">
      <stop offset="0" stop-color="#30353e" />
      <stop offset="0.35" stop-color="#8b94a3" />
      <stop offset="1" stop-color="#22262d" />
    </linearGradient>
    <linearGradient id="flame" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#fff3a6" />
      <stop offset="0.45" stop-color="#ffb22e" />
      <stop offset="1" stop-color="#f0541e" />
    </linearGradient>
    <radialGradient id="glass" cx="0.36" cy="0.3" r="0.8">
      <stop offset="0" stop-color="#d9f6ff" />
      <stop offset="0.45" stop-color="#56b4e6" />
      <stop offset="1" stop-color="#123f73" />
    </radialGradient>
    <clipPath id="body">
      <path d="M512 44 C640 150 700 300 700 460 C700 600 668 720 630 796 H394 C356 720 324 600 324 460 C324 300 384 150 512 44 Z" />
    </clipPath>
  </defs>
  <path d="M424 842 C404 900 452 930 470 988 C486 958 500 962 512 1004 C526 960 542 958 556 988 C574 930 620 900 600 842 Z" fill="url(#flame)" />
  <path d="M350 560 C250 610 188 700 172 862 C250 812 326 790 402 792 Z" fill="url(#finLeft)" />
  <path d="M674 560 C774 610 836 700 852 862 C774 812 698 790 622 792 Z" fill="url(#finRight)" />
  <path d="M416 786 H608 L632 850 H392 Z" fill="url(#nozzle)" />
  <g clip-path="url(#body)">
    <rect x="320" y="40" width="384" height="760" fill="url(#hull)" />
    <path d="M320 40 H704 V270 C640 306 384 306 320 270 Z" fill="url(#red)" />
    <path d="M320 690 C384 730 640 730 704 690 V740 C640 780 384 780 320 740 Z" fill="url(#red)" />
    <path d="M352 262 C420 298 604 298 672 262" fill="none" stroke="#5b0d12" stroke-opacity="0.35" stroke-width="8" />
    <path d="M404 340 C392 430 396 560 420 660" fill="none" stroke="#ffffff" stroke-opacity="0.75" stroke-width="26" stroke-linecap="round" />
    <g fill="#8a93a1"><circle cx="390" cy="640" r="8" /><circle cx="634" cy="640" r="8" /><circle cx="512" cy="664" r="8" /></g>
  </g>
  <circle cx="512" cy="442" r="104" fill="url(#nozzle)" />
  <circle cx="512" cy="442" r="80" fill="url(#glass)" />
  <path d="M460 420 a58 58 0 0 1 44 -38" fill="none" stroke="#ffffff" stroke-opacity="0.9" stroke-width="14" stroke-linecap="round" />
  <path d="M488 610 C488 596 536 596 536 610 V880 C528 900 496 900 488 880 Z" fill="url(#red)" />
</svg>`;
