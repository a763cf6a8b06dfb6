import vue from '@vitejs/plugin-vue'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { shellScripts } from './vite.config.ts'

// The native packages live in app/node_modules (electron-builder's two-package layout).
const native = (name: string) => fileURLToPath(new URL(`./app/node_modules/${name}`, import.meta.url))

/** Tests of what may be written: they look at every block device and mount of the machine. */
const devices = ['tests/integration/guard/**/*.test.ts', 'tests/integration/ssh/remote-device.test.ts']

export default defineConfig({
  plugins: [vue(), shellScripts],
  resolve: {
    alias: {
      'node-pty': native('node-pty'),
      '@photostructure/sqlite': native('@photostructure/sqlite'),
      '@napi-rs/canvas': native('@napi-rs/canvas'),
      'subset-font': native('subset-font'),
    },
  },
  test: {
    allowOnly: false,
    passWithNoTests: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/{architecture,core,charts,bench,cli,main,preload,renderer,scripts}/**/*.test.ts'],
          setupFiles: ['tests/patience.ts', 'tests/property-seed.ts'],
          // A quiet machine takes a few seconds at most; this is for one that is busy with something else.
          testTimeout: 120_000,
          hookTimeout: 60_000,
          // Vitest leaves one core free, which is half of two.
          maxWorkers: Math.max(2, availableParallelism() - 1),
        },
      },
      {
        extends: true,
        test: {
          // Real engines and servers: mostly waiting, so three files at a time keep two cores busy.
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          exclude: devices,
          setupFiles: ['tests/patience.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          maxWorkers: 3,
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
          // An app and mostly waiting: two files at a time, each on a display of its own.
          include: ['tests/e2e/**/*.test.ts'],
          setupFiles: ['tests/patience.ts', 'tests/e2e/start-display.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
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
