// Answers cases of the statistics by method: `npm run -s judge -- CASES.json`; tests/judge/README.md lists the methods.
import { build } from 'esbuild'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './setup/command.mjs'
import { inRoot, toolNode } from './setup/paths.mjs'
import { runMain } from './setup/say.mjs'
import { setUp } from './setup/set-up.mjs'

await runMain(async () => {
  await setUp('read')
  const folder = await mkdtemp(join(tmpdir(), 'benchwright-judge-'))
  try {
    const outfile = join(folder, 'judge.cjs')
    const entryPoints = [inRoot('tests', 'judge', 'main.ts')]
    await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'warning' })
    const args = [outfile, ...process.argv.slice(2)]
    const { code } = await run(toolNode(), args, { cwd: inRoot(), show: 'inherit' })
    return code ?? 1
  } finally {
    await rm(folder, { recursive: true })
  }
})
