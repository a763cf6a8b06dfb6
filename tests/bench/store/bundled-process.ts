import { buildSync } from 'esbuild'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from './sample-review'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Bundles a file of this folder into a script for a separate process; it needs `bundledEnvironment`. */
export function bundledProcess(entry: string): string {
  const outfile = join(temporaryFolder(), 'process.cjs')
  buildSync({
    entryPoints: [here(entry)],
    outfile,
    bundle: true,
    loader: { '.sh': 'text' },
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['@photostructure/sqlite'],
    logLevel: 'error',
  })
  return outfile
}

/** Lets such a process find the packages that are not bundled. */
export const bundledEnvironment = { ...process.env, NODE_PATH: here('../../../app/node_modules') }
