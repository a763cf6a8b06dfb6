import { build } from 'esbuild'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Modules of the app, where a bundled process finds what is not in the bundle: its `NODE_PATH`. */
export const childModules = fileURLToPath(new URL('../../../app/node_modules', import.meta.url))

const bundles = new Map<string, ReturnType<typeof bundle>>()

/** Bundles a process that a test starts and kills into one file, once for all tests. `entry`: its source file. */
export async function bundleChild(entry: URL, outfile: string): Promise<void> {
  const made = bundles.get(entry.href) ?? bundle(fileURLToPath(entry))
  bundles.set(entry.href, made)
  for (const { contents } of (await made).outputFiles) writeFileSync(outfile, contents)
}

function bundle(entry: string) {
  return build({
    entryPoints: [entry],
    write: false,
    bundle: true,
    loader: { '.sh': 'text' },
    platform: 'node',
    format: 'cjs',
    target: 'node20.18',
    external: ['node-pty', '@photostructure/sqlite'],
  })
}
