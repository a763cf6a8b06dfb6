import { build } from 'esbuild'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openReview } from '../../../src/bench/store/open-review'
import { noneLeft } from './processes'

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'benchwright-killed-'))
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
    target: 'node20.18',
    external: ['node-pty', '@photostructure/sqlite'],
  })
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** Starts the process; ends it with SIGKILL after `killAfterMs`, if given and it has not ended by then. */
function runChild(
  path: string,
  killAfterMs?: number,
): Promise<{ readonly killed: boolean; readonly output: string }> {
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
function finishedRuns(path: string): ReadonlyMap<number, number | undefined> {
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

/** One campaign, begun and taken up again until it is done, killed up to `most` times; answers how often it was. */
async function killOver(path: string, most: number): Promise<number> {
  let kills = 0
  let known = new Map<number, number | undefined>()
  for (;;) {
    // From before the first line of the program to several runs later.
    const child = await runChild(path, kills < most ? 40 + Math.random() * 900 : undefined)
    const now = finishedRuns(path)
    for (const [runId, finishedAtMs] of known) expect(now.get(runId)).toBe(finishedAtMs)
    known = new Map(now)
    if (child.killed) {
      kills += 1
      continue
    }
    expect(child.output).toBe('done\n')
    return kills
  }
}

describe('an app that is killed at any moment', () => {
  it('loses no finished run, doubles none and leaves no process, ten times over', async () => {
    let kills = 0
    // On a fast machine a campaign is done before it was killed ten times; then another one is begun.
    for (let round = 1; kills < 10; round += 1) {
      const path = join(folder, `review-${String(round)}.benchwright`)
      kills += await killOver(path, 10 - kills)
      const review = openReview(path, { mode: 'read' })
      const runs = review.runs(1)
      expect(runs.map((run) => run.state)).toEqual(runs.map(() => 'done'))
      expect(runs).toHaveLength(17)
      expect(review.rows({ metrics: ['iops'] }).filter((row) => row.direction === 'read')).toHaveLength(16)
      expect(review.campaigns()).toHaveLength(1)
      expect(review.check()).toEqual([])
      review.close()
      await noneLeft(folder)
      expect(readdirSync(join(state, 'runs'))).toEqual([])
      expect(readdirSync(target)).toEqual([])
    }
  })
})
