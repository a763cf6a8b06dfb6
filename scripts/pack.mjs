// `npm run pack [-- dir|deb|appimage|tar …] [--release] [--for-test]`: packages in release/, built with the Electron
// runtime of this machine. Other arguments go to electron-builder: `npm run pack -- --mac dmg`.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { appImageTools } from './pack/appimage-tools.mjs'
import { onPath, run } from './setup/command.mjs'
import { fallbackMark } from './setup/electron-fallback.mjs'
import { resolveElectron } from './setup/electron-runtime.mjs'
import { inRoot, toolNode } from './setup/paths.mjs'
import { SetupError, runMain, say, step } from './setup/say.mjs'
import { build, setUp } from './setup/set-up.mjs'

const thisSystem = { linux: '--linux', darwin: '--mac', win32: '--win' }[process.platform]

/** What a person types, and electron-builder's name for it. */
const targetsByName = { dir: 'dir', deb: 'deb', appimage: 'AppImage', tar: 'tar.gz' }

await runMain(async () => {
  const given = process.argv.slice(2)
  const names = given.filter((arg) => arg in targetsByName)
  const passedOn = given.filter(
    (arg) => !(arg in targetsByName) && !['--for-test', '--release'].includes(arg),
  )
  const isRelease = given.includes('--release')
  // A runtime named by the environment can be judged before anything is installed.
  if (isRelease && process.env.ELECTRON_OVERRIDE_DIST_PATH) refuseFallback(await resolveElectron())
  await setUp(names.some((name) => name !== 'dir') ? 'pack' : 'start')
  const electron = await resolveElectron()
  if (isRelease) refuseFallback(electron)
  const marked = isFallback(electron)
  await build()
  step(`Packing with Electron ${electron.version}${marked ? ' (test runtime, not for release)' : ''}`)
  const targets = names.length > 0 || passedOn.length === 0 ? names.map((name) => targetsByName[name]) : []
  const args = [
    inRoot('node_modules', 'electron-builder', 'cli.js'),
    ...(passedOn.length > 0 ? passedOn : [thisSystem, ...(targets.length > 0 ? targets : ['dir'])]),
    '--config',
    inRoot('electron-builder.config.mjs'),
    '--publish=never',
    `-c.electronVersion=${electron.version}`,
    `-c.electronDist=${electron.folder}`,
  ]
  const env = {
    ...process.env,
    ...(await toolsAtHand(names, marked)),
    ...(marked && { BENCHWRIGHT_PACK_MARKED: '1' }),
    ...(given.includes('--for-test') && { BENCHWRIGHT_PACK_FOR_TEST: '1' }),
  }
  const { code } = await run(toolNode(), args, { cwd: inRoot(), env, show: 'inherit' })
  if (code === 0) say(`The packages are in ${inRoot('release')}`)
  return code
})

/** Debian's own tools instead of those that electron-builder would download. */
async function toolsAtHand(names, offline) {
  const sevenZip = onPath('7za')
  return {
    ...(names.includes('deb') && onPath('dpkg-deb')
      ? { CUSTOM_FPM_PATH: inRoot('scripts', 'pack', 'build-deb.mjs') }
      : {}),
    // The highest level takes three minutes of processor time and saves 2 %.
    ELECTRON_BUILDER_COMPRESSION_LEVEL: '5',
    ...(sevenZip === undefined ? {} : { ELECTRON_BUILDER_7ZIP_PATH: sevenZip }),
    ...(names.includes('appimage') && offline ? { APPIMAGE_TOOLS_PATH: await appImageTools() } : {}),
  }
}

function isFallback({ folder }) {
  return existsSync(join(folder, fallbackMark))
}

function refuseFallback(electron) {
  if (!isFallback(electron)) return
  throw new SetupError(
    `Electron ${electron.version} in ${electron.folder} is the fallback runtime, published by a third party: it is for ` +
      "work and tests. For a release, let this machine reach Electron's download site, or set " +
      'ELECTRON_OVERRIDE_DIST_PATH to an unpacked release.',
  )
}
