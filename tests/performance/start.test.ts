import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { resolveElectron } from '../../scripts/setup/electron-runtime.mjs'
import { appFolder } from '../e2e/launch-app'
import { median } from './median'

/** Launches of each app, alternating, so that other load on the machine affects both. */
const rounds = 9
const mostTimes = 2.0

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Milliseconds from the start of the process until the window is on the screen and usable. */
async function startMs(executable: string, folder: string): Promise<number> {
  const settings = await mkdtemp(join(tmpdir(), 'benchwright-start-'))
  const flags = [`--user-data-dir=${settings}`, '--disable-dev-shm-usage']
  if (process.getuid?.() === 0) flags.push('--no-sandbox')
  const startedMs = Date.now()
  const child = spawn(executable, [...flags, here('timed-app')], {
    env: { ...process.env, TIMED_APP_FOLDER: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const heard = { output: '', complaints: '' }
  child.stdout.on('data', (chunk: Buffer) => (heard.output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (heard.complaints += chunk.toString()))
  await once(child, 'close')
  await rm(settings, { recursive: true, force: true })
  const told = heard.output.split('\n').find((line) => line.includes('usableMs'))
  if (told === undefined) throw new Error(`${folder} showed no usable window:\n${heard.complaints}`)
  const { shownMs, usableMs } = JSON.parse(told) as { shownMs: number; usableMs: number }
  return Math.max(shownMs, usableMs) - startedMs
}

test(`the start screen is usable within ${mostTimes.toFixed(1)} times an empty window of the same runtime`, async () => {
  const { executable, version } = await resolveElectron()
  const apps = { empty: here('empty-window'), benchwright: appFolder }
  // Once each without counting: the files are read from the disk.
  for (const folder of Object.values(apps)) await startMs(executable, folder)
  const empty: number[] = []
  const own: number[] = []
  for (let round = 0; round < rounds; round++) {
    empty.push(await startMs(executable, apps.empty))
    own.push(await startMs(executable, apps.benchwright))
  }
  const ratio = median(own) / median(empty)
  console.log(
    `start: usable after ${median(own).toFixed(0)} ms, an empty window of Electron ${version} after ` +
      `${median(empty).toFixed(0)} ms: ${ratio.toFixed(2)} times (medians of ${rounds})`,
  )
  expect(ratio).toBeLessThanOrEqual(mostTimes)
})
