// Checks every shell script in src/ with shellcheck (its settings: .shellcheckrc).
import { globSync } from 'node:fs'
import { run } from '../setup/command.mjs'
import { inRoot } from '../setup/paths.mjs'
import { runMain } from '../setup/say.mjs'

await runMain(async () => {
  const scripts = globSync('src/**/*.sh', { cwd: inRoot() }).sort()
  const { code } = await run('shellcheck', ['--severity=warning', ...scripts], {
    cwd: inRoot(),
    show: 'inherit',
  })
  return code
})
