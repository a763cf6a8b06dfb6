import { ensureBuild, isBuilt } from './build-if-changed.mjs'
import { withLock } from './lock.mjs'
import { needsOf } from './needs.mjs'
import { ensureNpmPackages, mustCompile, npmPackagesInstalled } from './npm-packages.mjs'
import { ensureSystemPackages } from './system-packages.mjs'

/**
 * Brings a machine to where a purpose (see needs.mjs) can start: `read`, `run`, `start` or `test`. Says a line per step that it takes, and
 * takes only those that are due.
 */
export async function setUp(purpose) {
  await ensureSystemPackages(needsOf(purpose, { mustCompile: mustCompile() }))
  if (npmPackagesInstalled()) return
  await withLock('installation of npm packages', ensureNpmPackages)
}

/** Builds the app where sources changed since the last build. */
export async function build() {
  if (await isBuilt()) return
  await withLock('build', ensureBuild)
}
