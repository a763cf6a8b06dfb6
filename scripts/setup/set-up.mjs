import { ensureBuild, isBuilt } from './build-if-changed.mjs'
import { withLock } from './lock.mjs'
import { needsOf } from './needs.mjs'
import { ensureNpmPackages, mustCompile, npmPackagesInstalled } from './npm-packages.mjs'
import { ensureSystemPackages } from './system-packages.mjs'

/**
 * Prepares a machine for a purpose (see needs.mjs): `read`, `run`, `start` or `test`. Performs only the steps that
 * are due, with one line for each.
 */
export async function setUp(purpose) {
  await ensureSystemPackages(needsOf(purpose, { mustCompile: mustCompile() }))
  if (npmPackagesInstalled()) return
  await withLock('installation of npm packages', () => ensureNpmPackages())
}

/** Builds the app if sources changed since the last build. */
export async function build() {
  if (await isBuilt()) return
  await withLock('build', ensureBuild)
}
