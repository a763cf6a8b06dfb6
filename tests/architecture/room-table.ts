/** One room of the code: a folder under src/, what it may import, and why. */
export interface Room {
  readonly folder: string
  /** Rooms it may import files from besides its own; `core` means every room of core. */
  readonly rooms: readonly string[]
  /** npm packages it may import; `node:` means all of Node's own modules. */
  readonly packages: readonly string[]
  /** What to do instead; the end of every message about this room. */
  readonly remedy: string
}

const pure = 'core is pure TypeScript: pass the value in as an argument and let bench or renderer fetch it.'

const drawing = ['chart.js']

/** Who may import whom: the table of docs/ARCHITECTURE.md. A file belongs to the first room with a matching folder. */
export const rooms: readonly Room[] = [
  { folder: 'core/units', rooms: [], packages: [], remedy: `units stand at the bottom. ${pure}` },
  {
    folder: 'core/statistics',
    rooms: [],
    packages: [],
    remedy: `statistics take numbers and give numbers. ${pure}`,
  },
  {
    folder: 'core/words',
    rooms: ['core/units'],
    packages: [],
    remedy: `a template is data; what it says is chosen where the facts are. ${pure}`,
  },
  { folder: 'core/plan', rooms: ['core/units'], packages: ['valibot'], remedy: pure },
  {
    folder: 'core/results',
    rooms: ['core/units', 'core/words', 'core/plan'],
    packages: ['valibot'],
    remedy: pure,
  },
  {
    folder: 'core/engines',
    rooms: ['core/units', 'core/plan', 'core/results', 'core/statistics'],
    packages: ['valibot', 'sax'],
    remedy: `an engine describes, commands and parses; it knows nothing of figures or requests. ${pure}`,
  },
  {
    folder: 'core/devices',
    rooms: ['core/units', 'core/plan', 'core/results', 'core/engines'],
    packages: ['valibot'],
    remedy: `a device card says what is known beside the measurements; figures set both against each other. ${pure}`,
  },
  {
    folder: 'core/observers',
    rooms: ['core/units', 'core/results'],
    packages: [],
    remedy: `observers turn sampled text into series; the sampler itself is a script in bench. ${pure}`,
  },
  {
    folder: 'core/comparison',
    rooms: ['core/units', 'core/words', 'core/plan', 'core/results', 'core/statistics'],
    packages: ['valibot'],
    remedy: `a comparison lines up cases and judges them; what is drawn of it belongs to figures. ${pure}`,
  },
  {
    folder: 'core/figures',
    rooms: [
      ...['core/units', 'core/words', 'core/plan', 'core/results', 'core/statistics'],
      ...['core/comparison', 'core/devices', 'core/scorecard'],
    ],
    packages: ['valibot'],
    remedy: `a figure is data made of measurements; drawing belongs to charts. ${pure}`,
  },
  {
    folder: 'core/document',
    rooms: [
      ...['core/units', 'core/words', 'core/plan', 'core/results', 'core/statistics'],
      ...['core/comparison', 'core/figures'],
    ],
    packages: ['valibot', 'markdown-it'],
    remedy: `a document is blocks and its writers turn them into text. ${pure}`,
  },
  {
    folder: 'core/scorecard',
    rooms: ['core/units', 'core/plan', 'core/results', 'core/statistics', 'core/comparison'],
    packages: ['valibot'],
    remedy: `a scorecard says who wins what; how it is printed belongs to figures. ${pure}`,
  },
  { folder: 'core/contract', rooms: ['core'], packages: ['valibot'], remedy: pure },
  {
    folder: 'charts',
    rooms: ['core'],
    packages: drawing,
    remedy: 'charts turn a figure into a Chart.js configuration and serve the window and the export alike.',
  },
  {
    folder: 'bench',
    rooms: ['core', 'charts'],
    packages: [
      'node:',
      'node-pty',
      '@photostructure/sqlite',
      '@napi-rs/canvas',
      'fflate',
      'subset-font',
      'valibot',
      ...drawing,
    ],
    remedy:
      'the bench runs as plain Node too: no Electron, no window. Ask for a service through an argument.',
  },
  {
    folder: 'cli',
    rooms: ['core', 'bench'],
    packages: ['node:', 'valibot'],
    remedy: 'the command line calls the bench; what it needs beyond that belongs into the bench.',
  },
  {
    folder: 'main',
    rooms: ['core/contract', 'core/results', 'bench/files/create-folder.ts'],
    packages: ['electron', 'node:', 'valibot'],
    remedy: 'the shell holds windows and dialogs; ask the bench over the contract instead.',
  },
  {
    folder: 'preload',
    rooms: ['core/contract'],
    packages: ['electron'],
    remedy: 'the preload is a bridge of a few lines, run in a sandbox without Node.',
  },
  {
    folder: 'renderer',
    rooms: ['core', 'charts'],
    packages: ['vue', 'naive-ui', '@lucide/vue', '@fontsource-variable', '@xterm', 'valibot', ...drawing],
    remedy: 'the window asks the bench over the contract; it has no Node and no Electron.',
  },
]

/** Folder names that say nothing about their contents. */
export const namesThatSayNothing = new Set([
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'shared',
  'services',
  'misc',
  'lib',
])

/** A file with more lines has more than one subject, unless a reason says otherwise. */
export const mostLines = 500

/** Files over 500 lines, each with the reason it stays whole. */
export const longFiles: Readonly<Record<string, string>> = {
  'src/bench/runner/campaign-runner.ts':
    'The one face of the runner: each method is a few lines that hand on to the room; splitting it would split the words of one thing.',
  'src/bench/runner/execute/run-steps.ts':
    'What becomes of one run between the queue and the store: its state (held result, layout, directories to discard) is shared by every step.',
}
