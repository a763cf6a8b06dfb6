import { build } from 'esbuild'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openReview } from '../../../src/bench/store/open-review'
import type { ReviewReader } from '../../../src/bench/store/review-store'
import { turnOrder } from '../../../src/core/plan/order'
import { quickPlan } from './fio-plan'
import { noneLeft } from './processes'

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'benchwright-interleaved-'))
const targets = ['A', 'B'].map((name) => join(folder, `target-${name}`))
const plans = ['A', 'B'].map((name) => join(folder, `${name}.json`))
// Its version is in the package.json of the folder above.
const entry = join(folder, 'dist', 'cli.js')
const repetitions = 3
const perCampaign = 2 * repetitions

beforeAll(async () => {
  writeFileSync(join(folder, 'package.json'), '{"version":"0.0.0"}')
  targets.forEach((target, at) => {
    mkdirSync(target)
    const plan = {
      ...quickPlan(target),
      id: `plan-${at}`,
      axes: [{ key: 'block_size', levels: [4096, 16384] }],
      repetitions,
      order: { kind: 'interleaved', seed: 1 },
    }
    writeFileSync(plans[at] ?? '', JSON.stringify(plan))
  })
  await build({
    entryPoints: [here('../../../src/cli/benchwright.ts')],
    outfile: entry,
    bundle: true,
    loader: { '.sh': 'text' },
    platform: 'node',
    format: 'cjs',
    target: 'node20.18',
    external: ['node-pty', '@photostructure/sqlite', '@napi-rs/canvas'],
  })
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

function benchwright(...args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [entry, ...args], {
    env: {
      ...process.env,
      NODE_PATH: here('../../../app/node_modules'),
      BENCHWRIGHT_STATE: join(folder, 'state'),
      BENCHWRIGHT_RESOURCES: 'resources',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function ended(
  child: ChildProcess,
): Promise<{ readonly code: number | null; readonly output: string }> {
  let output = ''
  child.stdout?.on('data', (piece: Buffer) => (output += piece.toString()))
  child.stderr?.on('data', (piece: Buffer) => (output += piece.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

function read<T>(file: string, work: (review: ReviewReader) => T): T {
  const review = openReview(file, { mode: 'read' })
  try {
    return work(review)
  } finally {
    review.close()
  }
}

/** Campaign and run by run, in the order in which the measured runs started. */
function begun(
  review: ReviewReader,
): readonly (readonly [campaign: number, repetition: number, levels: string])[] {
  return review
    .campaigns()
    .flatMap(({ id }) => review.runs(id).map((run) => ({ id, run })))
    .filter(({ run }) => run.phase === 'measure')
    .sort((one, other) => (one.run.startedAtMs ?? 0) - (other.run.startedAtMs ?? 0))
    .map(({ id, run }) => [id, run.repetition, run.caseKey] as const)
}

/** Cases and campaigns change places from round to round, by the seed of the plans. */
const inTurn = [1, 2, 3].flatMap((repetition) => {
  const order = [...turnOrder(2, 1, repetition)]
  const keys = ['block_size=4096', 'block_size=16384']
  return order.flatMap((place) => order.map((side) => [side + 1, repetition, keys[place]]))
})

function expectWhole(file: string): void {
  read(file, (review) => {
    expect(review.campaigns().map(({ state, configuration }) => [state, configuration])).toEqual([
      ['done', 'drive A'],
      ['done', 'drive B'],
    ])
    expect(begun(review)).toEqual(inTurn)
    expect(review.check()).toEqual([])
    const { candidates } = review.compare({
      baseline: [{ key: 'campaign', value: '1' }],
      candidates: [[{ key: 'campaign', value: '2' }]],
      metric: 'iops',
    })
    const cells = candidates[0]?.cells ?? []
    expect(cells.length).toBeGreaterThan(0)
    expect(cells.every((cell) => cell.paired && cell.n.baseline === repetitions)).toBe(true)
  })
}

describe('two campaigns in turn', () => {
  const args = (file: string) => [
    'run',
    plans[0] ?? '',
    ...['--interleave', plans[1] ?? '', '--into', file],
    ...['--configuration', 'drive A', '--configuration', 'drive B'],
  ]

  it('measure in blocks of two rounds on two targets, and a comparison pairs their runs', async () => {
    const file = join(folder, 'whole.benchwright')
    const { code, output } = await ended(benchwright(...args(file)))
    expect(code, output).toBe(0)
    expectWhole(file)
    await noneLeft(folder)
    for (const target of targets) expect(readdirSync(target)).toEqual([])
  })

  it('continue in the same order after a kill -9 in the middle', async () => {
    const file = join(folder, 'killed.benchwright')
    const child = benchwright(...args(file))
    const over = ended(child)
    await vi.waitFor(() => {
      expect(existsSync(file)).toBe(true)
      const done = read(file, (review) =>
        review.campaigns().reduce((sum, { runsByState }) => sum + (runsByState.done ?? 0), 0),
      )
      expect(done).toBeGreaterThan(perCampaign / 2)
    })
    child.kill('SIGKILL')
    await over
    const { code, output } = await ended(benchwright('resume', file))
    expect(code, output).toBe(0)
    expectWhole(file)
    await noneLeft(folder)
  })

  it('are refused if they have no case in common', async () => {
    const strange = join(folder, 'strange.json')
    const plan = {
      ...quickPlan(targets[1] ?? ''),
      id: 'strange',
      axes: [{ key: 'block_size', levels: [8192] }],
    }
    writeFileSync(strange, JSON.stringify(plan))
    const file = join(folder, 'refused.benchwright')
    const { code, output } = await ended(
      benchwright('run', plans[0] ?? '', '--interleave', strange, '--into', file),
    )
    expect(code).toBe(2)
    expect(output).toMatch(/no case in common/)
    expect(read(file, (review) => review.campaigns())).toEqual([])
  })
})
