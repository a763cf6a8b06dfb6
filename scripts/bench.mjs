// `npm run bench [-- NAME …]`: the measured promises (tests/performance), as ratios measured in one run. Names select
// files: `npm run bench -- zoom recording` measures only tests/performance/zoom.test.ts and recording.test.ts.
import { readdir } from 'node:fs/promises'
import { closingLine, closingLines } from './check/tally.mjs'
import { runTests } from './check/run-tests.mjs'
import { resolveElectron } from './setup/electron-runtime.mjs'
import { inRoot } from './setup/paths.mjs'
import { runMain, SetupError } from './setup/say.mjs'
import { build, setUp } from './setup/set-up.mjs'

const folder = 'tests/performance'

await runMain(async () => {
  const files = await chosenFiles(process.argv.slice(2))
  await setUp('test')
  await resolveElectron()
  await build()
  const counted = await runTests('performance', { files, show: 'inherit' })
  closingLines(counted).forEach((line) => console.error(line))
  console.log(closingLine(counted))
  return counted.failed === 0 && counted.passed > 0 ? 0 : 1
})

/** Files with these names; all of them if none is given. */
async function chosenFiles(names) {
  const ending = '.test.ts'
  const known = (await readdir(inRoot(folder)))
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new SetupError(`${folder} has no ${unknown.join(', ')}. There are: ${known.sort().join(', ')}.`)
  // Full paths: a bare name would select every file that starts or ends with it.
  return names.map((name) => `${folder}/${name}${ending}`)
}
