// Creates the sample results files of printed tables: `node scripts/make-samples.mjs`. The result is checked in; a
// test verifies that it matches this script's output. The sample of real runs is separate and is left unchanged.
import { build } from 'esbuild'
import { rm } from 'node:fs/promises'
import { run } from './setup/command.mjs'
import { inRoot, toolNode } from './setup/paths.mjs'
import { runMain } from './setup/say.mjs'

await runMain(async () => {
  // Next to the app's node_modules, so that the native packages are found.
  const bundle = inRoot('app', `make-samples-${process.pid}.cjs`)
  try {
    await build({
      entryPoints: [inRoot('src', 'bench', 'import', 'samples', 'make-samples.ts')],
      outfile: bundle,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      loader: { '.sh': 'text' },
      external: ['@photostructure/sqlite'],
      logLevel: 'warning',
    })
    const { code } = await run(toolNode(), [bundle, inRoot('resources')], { show: 'inherit' })
    return code
  } finally {
    await rm(bundle, { force: true })
  }
})
