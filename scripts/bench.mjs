// `npm run bench [-- NAME …]`: the measured promises (tests/performance), as ratios taken in one run. Names choose files:
// `npm run bench -- zoom recording` measures tests/performance/zoom.test.ts and recording.test.ts alone.
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

/** Files of these names, all of them for none. */
async function chosenFiles(names) {
  const ending = '.test.ts'
  const known = (await readdir(inRoot(folder)))
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new SetupError(`${folder} has no ${unknown.join(', ')}. There are: ${known.sort().join(', ')}.`)
  // Whole paths: a bare name would choose every file that begins or ends with it.
  return names.map((name) => `${folder}/${name}${ending}`)
}
