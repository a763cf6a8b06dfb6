import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

export const inRoot = (...parts) => join(root, ...parts)

/** What set-up stores for this checkout only (ignored by git). */
export const localCache = inRoot('.cache')

/** What set-up stores for this person, across checkouts. */
export const userCache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'benchwright')

/** Where the person typed the command; npm runs scripts in the checkout and stores that folder in INIT_CWD. */
export const typedIn = process.env.npm_lifecycle_event
  ? (process.env.INIT_CWD ?? process.cwd())
  : process.cwd()

/**
 * The Node that runs the project's tools: that of the `node` package once it is installed (24.x), else the one that
 * runs this script.
 */
export function toolNode() {
  const packaged = inRoot('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(packaged) ? packaged : process.execPath
}

/** PATH outside the checkout: `npm ci` must not run from the folder that it deletes. */
export function pathOutsideCheckout() {
  const inside = inRoot('node_modules') + sep
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => !`${entry}${sep}`.startsWith(inside))
    .join(delimiter)
}
