// `npm run pack [-- --for-test]`: the unpacked application in release/, made with the Electron runtime of this machine.
// Other arguments go to electron-builder: `npm run pack -- --linux deb`.
import { run } from './setup/command.mjs'
import { resolveElectron } from './setup/electron-runtime.mjs'
import { inRoot, toolNode } from './setup/paths.mjs'
import { runMain, say, step } from './setup/say.mjs'
import { build, setUp } from './setup/set-up.mjs'

const thisSystem = { linux: '--linux', darwin: '--mac', win32: '--win' }[process.platform]

await runMain(async () => {
  const given = process.argv.slice(2)
  const forTest = given.includes('--for-test')
  const targets = given.filter((arg) => arg !== '--for-test')
  await setUp('start')
  const electron = await resolveElectron()
  await build()
  step(`Packing with Electron ${electron.version}`)
  const args = [
    inRoot('node_modules', 'electron-builder', 'cli.js'),
    ...(targets.length > 0 ? targets : [thisSystem, 'dir']),
    '--config',
    inRoot('electron-builder.config.mjs'),
    '--publish=never',
    `-c.electronVersion=${electron.version}`,
    `-c.electronDist=${electron.folder}`,
  ]
  const env = { ...process.env, ...(forTest && { BENCHWRIGHT_PACK_FOR_TEST: '1' }) }
  const { code } = await run(toolNode(), args, { cwd: inRoot(), env, show: 'inherit' })
  if (code === 0) say(`The application is in ${inRoot('release')}`)
  return code
})
