import { ensureBuild, isBuilt } from './build-if-changed.mjs'
import { onPath } from './command.mjs'
import { withLock } from './lock.mjs'
import { needsOf } from './needs.mjs'
import { ensureNpmPackages, mustCompile, npmPackagesInstalled } from './npm-packages.mjs'
import { personPresent } from './privilege.mjs'
import { ensureSystemPackages } from './system-packages.mjs'

/**
 * Prepares a machine for a purpose (see needs.mjs): `read`, `run`, `start` or `test`. Performs only the steps that
 * are due, with one line for each.
 */
export async function setUp(purpose) {
  const needs = needsOf(purpose, { mustCompile: mustCompile() })
  // Nobody is asked a question between the lines of another step, and npm needs the compilers.
  if (personPresent() || needs.some(({ compiles, command }) => compiles && !onPath(command))) {
    await ensureSystemPackages(needs)
    await npmPackages()
    return
  }
  // Both end before a failure is reported, so that neither is cut off in the middle.
  const ends = await Promise.allSettled([ensureSystemPackages(needs), npmPackages()])
  const failed = ends.find(({ status }) => status === 'rejected')
  if (failed) throw failed.reason
}

async function npmPackages() {
  if (npmPackagesInstalled()) return
  await withLock('installation of npm packages', () => ensureNpmPackages())
}

/** Builds the app if sources changed since the last build. */
export async function build() {
  if (await isBuilt()) return
  await withLock('build', ensureBuild)
}
