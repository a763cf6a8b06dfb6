import { build } from 'esbuild'
import { fileURLToPath } from 'node:url'

/** Modules of the app, where a bundled process finds what is not in the bundle: its `NODE_PATH`. */
export const childModules = fileURLToPath(new URL('../../../app/node_modules', import.meta.url))

/** Bundles a process that a test starts and kills into one file. `entry`: its source file. */
export async function bundleChild(entry: URL, outfile: string): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(entry)],
    outfile,
    bundle: true,
    loader: { '.sh': 'text' },
    platform: 'node',
    format: 'cjs',
    target: 'node20.18',
    external: ['node-pty', '@photostructure/sqlite'],
  })
}
