// `npm run bench`: the measured promises (tests/performance), as ratios taken in one run.
import { closingLine, closingLines } from './check/tally.mjs'
import { runTests } from './check/run-tests.mjs'
import { resolveElectron } from './setup/electron-runtime.mjs'
import { runMain } from './setup/say.mjs'
import { build, setUp } from './setup/set-up.mjs'

await runMain(async () => {
  await setUp('test')
  await resolveElectron()
  await build()
  const counted = await runTests('performance')
  closingLines(counted).forEach((line) => console.error(line))
  console.log(closingLine(counted))
  return counted.failed === 0 && counted.passed > 0 ? 0 : 1
})
