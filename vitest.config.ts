import vue from '@vitejs/plugin-vue'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestUserConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { shellScripts } from './vite.config.ts'

// The native packages live in app/node_modules (electron-builder's two-package layout).
const native = (name: string) => fileURLToPath(new URL(`./app/node_modules/${name}`, import.meta.url))

/** Tests of what may be written: they look at every block device and mount of the machine. */
const devices = ['tests/integration/guard/**/*.test.ts', 'tests/integration/ssh/remote-device.test.ts']

/**
 * Short files of long tests: without measurements of earlier runs vitest takes the longest text for the longest test.
 * Also unit tests that start many programs: a process that has run others before is larger, and starting a program from
 * it copies its page tables, which takes several times as long.
 */
const first = [
  ...[
    'e2e/load-campaigns',
    'e2e/whole-path',
    'e2e/suite',
    'e2e/shell-closing',
    'e2e/shell-bench',
    'e2e/databases',
    'e2e/start',
    'e2e/design',
    'e2e/hosts-run',
  ],
  ...['synchronised/faults', 'synchronised/give-up', 'sysbench/oltp', 'sysbench/oltp-campaign'],
  ...['runner/killed-ballast', 'runner/used-capacity', 'cli/suite', 'ssh/ssh-lost-line', 'ssh/login-shells'],
  ...['serve/hostile-paths', 'hosts/file-identity', 'calibration/calibrate-levels', 'inventory/inventory'],
  ...['observers/sample', 'store/kill', 'store/kill-take', 'disk/faults'],
]

/** Long unit tests that only compute. */
const second = [
  ...['words/figures', 'words/audit', 'disk/power-loss', 'store/sealed-columns', 'store/damage'],
  ...['import/drives-of-runs', 'import/mutated'],
]

/** Starts long tests first, so that none is alone at the end, and those that need a small process. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isOf = (names: readonly string[], { moduleId }: TestSpecification) =>
      names.some((name) => moduleId.endsWith(`/${name}.test.ts`))
    const rank = (file: TestSpecification) => (isOf(first, file) ? 0 : isOf(second, file) ? 1 : 2)
    return sorted.sort((one, other) => rank(one) - rank(other))
  }
}

/**
 * Tests that only compute. Their files share a process for each core: starting one and loading the packages takes most of
 * a file's time. tests/fresh-start.ts holds what sharing asks of them.
 */
const unit: TestUserConfig = {
  isolate: false,
  setupFiles: ['tests/patience.ts', 'tests/property-seed.ts', 'tests/fresh-start.ts'],
  // A quiet machine takes a few seconds at most; this is for one that is busy with something else.
  testTimeout: 120_000,
  hookTimeout: 60_000,
  // Vitest leaves one core free, which is half of two.
  maxWorkers: Math.max(2, availableParallelism() - 1),
}

export default defineConfig({
  plugins: [vue(), shellScripts],
  resolve: {
    alias: {
      'node-pty': native('node-pty'),
      '@photostructure/sqlite': native('@photostructure/sqlite'),
      '@napi-rs/canvas': native('@napi-rs/canvas'),
      // The same in one file instead of hundreds, which takes a quarter off the time of a test of a mounted part.
      'naive-ui': fileURLToPath(new URL('./node_modules/naive-ui/dist/index.mjs', import.meta.url)),
    },
  },
  test: {
    allowOnly: false,
    passWithNoTests: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          ...unit,
          name: 'unit',
          include: ['tests/{architecture,core,charts,bench,cli,judge,main,preload,scripts}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          // Parts of the window, in a document.
          ...unit,
          name: 'renderer',
          environment: 'happy-dom',
          include: ['tests/renderer/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          // Real engines and servers: mostly waiting, so four files at a time keep two cores busy. They change nothing
          // in their process, which serves for several files: starting and loading takes 2 s of processor time.
          name: 'integration',
          isolate: false,
          include: ['tests/integration/**/*.test.ts'],
          exclude: devices,
          setupFiles: ['tests/patience.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          maxWorkers: 4,
        },
      },
      {
        extends: true,
        test: {
          // Loop devices and mounts belong to the whole machine: one file at a time, and nothing beside it.
          name: 'devices',
          include: devices,
          setupFiles: ['tests/patience.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          // An app and mostly waiting: three files at a time, each on its own display.
          include: ['tests/e2e/**/*.test.ts'],
          isolate: false,
          setupFiles: ['tests/patience.ts', 'tests/e2e/start-display.ts', 'tests/e2e/keep-evidence.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          maxWorkers: 3,
        },
      },
      {
        extends: true,
        test: {
          // The packages in release/, after `npm run pack`; part of `npm test -- --long`.
          name: 'package',
          include: ['tests/package/**/*.test.ts'],
          setupFiles: ['tests/patience.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          // `npm run bench`; not part of `npm test`, which must not depend on how busy a machine is.
          name: 'performance',
          include: ['tests/performance/**/*.test.ts'],
          setupFiles: ['tests/e2e/start-display.ts'],
          testTimeout: 600_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
