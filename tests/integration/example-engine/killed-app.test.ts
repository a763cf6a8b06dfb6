import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openReview } from '../../../src/bench/store/open-review'
import { bundleChild, childModules } from '../runner/child-bundle'
import { noneLeft, runProcesses } from '../runner/processes'

const folder = mkdtempSync(join(tmpdir(), 'benchwright-service-'))
const entry = join(folder, 'campaign-child.js')

beforeAll(async () => {
  await bundleChild(new URL('./campaign-child.ts', import.meta.url), entry)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What is on the disk of a campaign: the service's run directory has the number 0. */
function found(runs: string, name: string, ofService: boolean): boolean {
  if (!existsSync(runs)) return false
  return readdirSync(runs).some(
    (directory) => directory.endsWith('-0') === ofService && existsSync(join(runs, directory, name)),
  )
}

const moments = [
  { what: 'while the service starts', isNow: (runs: string) => found(runs, 'supervisor', true) },
  { what: 'while a run goes on', isNow: (runs: string) => found(runs, 'intervals.txt.pipe', false) },
  { what: 'when a run has ended', isNow: (runs: string) => found(runs, 'rc', false) },
]

it.each(moments)('an app that is killed $what leaves neither service nor sidecar', async ({ isNow }) => {
  const own = mkdtempSync(join(folder, 'app-'))
  const runs = join(own, 'state', 'runs')
  const path = join(own, 'review.benchwright')
  const start = () => {
    const child = spawn(process.execPath, [entry, path], {
      env: {
        ...process.env,
        NODE_PATH: childModules,
        BENCHWRIGHT_STATE: join(own, 'state'),
      },
    })
    let output = ''
    child.stdout.on('data', (piece: Buffer) => (output += piece.toString()))
    child.stderr.on('data', (piece: Buffer) => (output += piece.toString()))
    const closed = new Promise<string>((resolve) => child.on('close', () => resolve(output)))
    return { child, closed }
  }
  const killed = start()
  await vi.waitFor(() => expect(isNow(runs)).toBe(true), { timeout: 60_000, interval: 2 })
  killed.child.kill('SIGKILL')
  expect(await killed.closed).toBe('')
  // The service outlives the app, as a run does.
  await vi.waitFor(() => expect(runProcesses(own).length).toBeGreaterThan(0))
  expect(await start().closed).toBe('done\n')
  const review = openReview(path, { mode: 'read' })
  const stored = review.runs(1)
  expect(stored.map((run) => run.failure?.text ?? run.state)).toEqual(['done', 'done', 'done', 'done'])
  // Each run measured a service that was reset, and its sidecar was ended.
  for (const { id, levels } of stored) {
    const text = (name: string) => new TextDecoder().decode(review.rawOutput(id, name))
    expect(text('result.txt')).toBe(`rate ${String(levels.rate)} after 1\n`)
    expect(text('samples.txt')).toBe('sample 1\nended\n')
  }
  review.close()
  await noneLeft(own)
  expect(readdirSync(runs)).toEqual([])
})
