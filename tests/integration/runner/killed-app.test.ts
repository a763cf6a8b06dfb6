import { build } from 'esbuild'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openReview } from '../../../src/bench/store/open-review'
import { runProcesses } from './processes'

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'benchwright-killed-'))
const path = join(folder, 'review.benchwright')
const target = join(folder, 'target')
const state = join(folder, 'state')
const entry = join(folder, 'campaign-child.js')

beforeAll(async () => {
  mkdirSync(target)
  await build({
    entryPoints: [here('./campaign-child.ts')],
    outfile: entry,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node16.17',
    external: ['node-pty', '@photostructure/sqlite'],
  })
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** Starts the process; ends it with SIGKILL after `killAfterMs`, if given and it has not ended by then. */
function runChild(killAfterMs?: number): Promise<{ readonly killed: boolean; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [entry, path, target], {
      env: { ...process.env, NODE_PATH: here('../../../app/node_modules'), BENCHWRIGHT_STATE: state },
    })
    let output = ''
    child.stdout.on('data', (piece: Buffer) => (output += piece.toString()))
    child.stderr.on('data', (piece: Buffer) => (output += piece.toString()))
    child.on('error', reject)
    const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    child.on('close', (_code, signal) => {
      clearTimeout(timer)
      resolve({ killed: signal === 'SIGKILL', output })
    })
  })
}

/** When each finished run was finished, by run id, as it stands in the file. */
function finishedRuns(): ReadonlyMap<number, number | undefined> {
  if (!existsSync(path)) return new Map()
  const review = openReview(path, { mode: 'read' })
  try {
    const [campaign] = review.campaigns()
    const runs = campaign ? review.runs(campaign.id).filter((run) => run.state === 'done') : []
    return new Map(runs.map((run) => [run.id, run.finishedAtMs]))
  } finally {
    review.close()
  }
}

describe('an app that is killed at any moment', () => {
  it('loses no finished run, doubles none and leaves no process, ten times over', async () => {
    let kills = 0
    let known = new Map<number, number | undefined>()
    while (kills < 10) {
      // From before the first line of the program to several runs later.
      const { killed, output } = await runChild(40 + Math.random() * 900)
      if (!killed) expect(output).toBe('killed, or the campaign ended too soon')
      kills += 1
      const now = finishedRuns()
      for (const [runId, finishedAtMs] of known) expect(now.get(runId)).toBe(finishedAtMs)
      known = new Map(now)
    }
    const last = await runChild()
    expect(last.output).toBe('done\n')
    const all = finishedRuns()
    for (const [runId, finishedAtMs] of known) expect(all.get(runId)).toBe(finishedAtMs)
    const review = openReview(path, { mode: 'read' })
    const runs = review.runs(1)
    expect(runs.map((run) => run.state)).toEqual(runs.map(() => 'done'))
    expect(runs).toHaveLength(17)
    expect(review.rows({ metrics: ['iops'] }).filter((row) => row.direction === 'read')).toHaveLength(16)
    expect(review.campaigns()).toHaveLength(1)
    expect(review.check()).toEqual([])
    review.close()
    expect(runProcesses(folder)).toEqual([])
    expect(readdirSync(join(state, 'runs'))).toEqual([])
    expect(readdirSync(target)).toEqual([])
  })
})
