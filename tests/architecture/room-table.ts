/** One room of the code: a folder under src/, or a single file, what it holds, what it may import, and why. */
export interface Room {
  readonly folder: string
  readonly holds: string
  /** Rooms it may import files from besides its own; `core` means every room of core. */
  readonly rooms: readonly string[]
  /** npm packages it may import; `node:` means all of Node's own modules. */
  readonly packages: readonly string[]
  /** What to do instead; the end of every message about this room. */
  readonly remedy: string
}

const pure = 'core is pure TypeScript: pass the value in as an argument and let bench or renderer fetch it.'

const drawing = ['chart.js']

/** What every room of core may import: it says nothing of benchmarks. */
export const ground = ['core/iterables.ts', 'core/text', 'core/errors', 'core/units']

/**
 * Who may import whom. The table of docs/ARCHITECTURE.md is generated from it (`npx vitest run --project unit
 * tests/architecture -u`). A file belongs to the first room with a matching folder.
 */
export const rooms: readonly Room[] = [
  {
    folder: 'core/iterables.ts',
    holds: 'lists, groups and sorted copies',
    rooms: [],
    packages: [],
    remedy: `it stands at the bottom. ${pure}`,
  },
  {
    folder: 'core/text',
    holds: 'plain text without control characters, names of copies, words of a shell',
    rooms: ['core/iterables.ts'],
    packages: [],
    remedy: `text stands at the bottom. ${pure}`,
  },
  {
    folder: 'core/errors',
    holds: 'errors with a message and a remedy; the words for errors of the operating system',
    rooms: ['core/iterables.ts', 'core/text'],
    packages: [],
    remedy: `errors stand at the bottom. ${pure}`,
  },
  {
    folder: 'core/units',
    holds: 'bytes, durations, rates: parsed on input, base units inside, formatted on output',
    rooms: ['core/iterables.ts', 'core/text', 'core/errors'],
    packages: [],
    remedy: `units stand at the bottom. ${pure}`,
  },
  {
    folder: 'core/statistics',
    holds: 'numbers in, numbers out',
    rooms: [],
    packages: [],
    remedy: `statistics take numbers and give numbers. ${pure}`,
  },
  {
    folder: 'core/words',
    holds: 'sentences about results as templates with typed slots',
    rooms: ground,
    packages: [],
    remedy: `a template is data; what it says is chosen where the facts are. ${pure}`,
  },
  {
    folder: 'core/pictures',
    holds: 'the headers and metadata of photos',
    rooms: ground,
    packages: [],
    remedy: pure,
  },
  {
    folder: 'core/plan',
    holds: 'plan, expansion into cases and runs, order, templates',
    rooms: ground,
    packages: ['valibot'],
    remedy: pure,
  },
  {
    folder: 'core/results',
    holds:
      'observations (scalars, histograms, series), metrics, and the rows they belong to: runs, campaigns, hosts',
    rooms: [...ground, 'core/words', 'core/plan'],
    packages: ['valibot'],
    remedy: pure,
  },
  {
    folder: 'core/engines',
    holds: '`engine.ts` (the interface), one folder per engine, and advice on a plan',
    rooms: [...ground, 'core/plan', 'core/results', 'core/statistics'],
    packages: ['valibot', 'sax'],
    remedy: `an engine describes, commands and parses; it knows nothing of figures or requests. ${pure}`,
  },
  {
    folder: 'core/devices',
    holds: 'device cards: what is known besides the measurements; money',
    rooms: [...ground, 'core/plan', 'core/results', 'core/engines'],
    packages: ['valibot'],
    remedy: `a device card says what is known beside the measurements; figures set both against each other. ${pure}`,
  },
  {
    folder: 'core/observers',
    holds: 'text sampled on the host during a run → series',
    rooms: [...ground, 'core/results'],
    packages: [],
    remedy: `observers turn sampled text into series; the sampler itself is a script in bench. ${pure}`,
  },
  {
    folder: 'core/comparison',
    holds: 'rows of campaigns → lined-up cases → compared cells, verdicts, confounders',
    rooms: [...ground, 'core/words', 'core/plan', 'core/results', 'core/statistics'],
    packages: ['valibot'],
    remedy: `a comparison lines up cases and judges them; what is drawn of it belongs to figures. ${pure}`,
  },
  {
    folder: 'core/scorecard',
    holds: 'candidates by categories, and the winner of each',
    rooms: [...ground, 'core/words', 'core/plan', 'core/results', 'core/statistics', 'core/comparison'],
    packages: ['valibot'],
    remedy: `a scorecard says who wins what; how it is printed belongs to figures. ${pure}`,
  },
  {
    folder: 'core/figures',
    holds: 'measurements → figure (data, no drawing)',
    rooms: [
      ...[...ground, 'core/words', 'core/plan', 'core/results', 'core/statistics'],
      ...['core/comparison', 'core/devices', 'core/scorecard', 'core/pictures'],
    ],
    packages: ['valibot'],
    remedy: `a figure is data made of measurements; drawing belongs to charts. ${pure}`,
  },
  {
    folder: 'core/document',
    holds: 'blocks of a document, as stored and as readers see them, its fields, and its writers',
    rooms: [
      ...[...ground, 'core/words', 'core/plan', 'core/results', 'core/statistics'],
      ...['core/comparison', 'core/figures'],
    ],
    packages: ['valibot', 'markdown-it'],
    remedy: `a document is blocks and its writers turn them into text. ${pure}`,
  },
  {
    folder: 'core/contract',
    holds: 'the requests that the window may send to the bench and the shell, with argument checks',
    rooms: ['core'],
    packages: ['valibot'],
    remedy: pure,
  },
  {
    folder: 'charts',
    holds: 'figure → Chart.js configuration, used by the window and by the export',
    rooms: ['core'],
    packages: drawing,
    remedy: 'charts turn a figure into a Chart.js configuration and serve the window and the export alike.',
  },
  {
    folder: 'bench',
    holds: 'everything that touches disks, processes and networks, without a window',
    rooms: ['core', 'charts'],
    packages: [
      'node:',
      'node-pty',
      '@photostructure/sqlite',
      '@napi-rs/canvas',
      'fflate',
      'valibot',
      ...drawing,
    ],
    remedy:
      'the bench runs as plain Node too: no Electron, no window. Ask for a service through an argument.',
  },
  {
    folder: 'cli',
    holds: 'the `benchwright` command',
    rooms: ['core', 'bench'],
    packages: ['node:', 'valibot'],
    remedy: 'the command line calls the bench; what it needs beyond that belongs into the bench.',
  },
  {
    folder: 'main',
    holds: 'the Electron shell: windows, menus, dialogs, the utility processes',
    rooms: [
      'core/contract',
      'core/results',
      'core/errors',
      'bench/files/create-folder.ts',
      'bench/hosts/local/until-answered.ts',
    ],
    packages: ['electron', 'node:', 'valibot'],
    remedy: 'the shell holds windows and dialogs; ask the bench over the contract instead.',
  },
  {
    folder: 'preload',
    holds: 'the bridge between window and shell',
    rooms: ['core/contract'],
    packages: ['electron'],
    remedy: 'the preload is a bridge of a few lines, run in a sandbox without Node.',
  },
  {
    folder: 'renderer',
    holds: 'the window, in Vue',
    rooms: ['core', 'charts'],
    packages: ['vue', 'naive-ui', '@lucide/vue', '@fontsource-variable', '@xterm', 'valibot', ...drawing],
    remedy: 'the window asks the bench over the contract; it has no Node and no Electron.',
  },
]

/**
 * The floors of the three largest rooms, the lowest first. A file imports only from its own folder and from folders on
 * lower floors of its room.
 */
export const floors: Readonly<Record<string, readonly (readonly string[])[]>> = {
  bench: [
    ['turns.ts', 'resources.ts'],
    ['files'],
    ['store', 'hosts'],
    ['figures', 'import', 'shelf', 'observers', 'calibration'],
    ['articles', 'runner'],
    ['serve'],
    ['bench-process.ts'],
  ],
  'core/figures': [
    ['figure'],
    ['cases'],
    ['sweep', 'latency'],
    ['dress', 'mix', 'compressibility', 'load', 'fill-level'],
    ['ranking', 'over-time'],
    ['price', 'tables'],
    ['comparison', 'scorecard'],
    ['kinds'],
  ],
  renderer: [
    ['styles', 'connection', 'controls', 'bridge.d.ts', 'vue-files.d.ts'],
    ['composables'],
    ['components'],
    ['views/results', 'views/figures', 'views/shelf', 'views/design', 'views/hosts', 'views/start'],
    ['views/compare', 'views/report', 'views/review', 'views/run'],
    ['frame'],
    ['App.vue'],
    ['main.ts'],
  ],
}

/** The most files that a folder of src/ may hold, besides its README. */
export const mostFiles = 20

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
