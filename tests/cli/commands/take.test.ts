import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createReview } from '../../../src/bench/store/create-review'
import { openForWriting, openReview } from '../../../src/bench/store/open-review'
import { show } from '../../../src/cli/commands/show'
import { copy, take } from '../../../src/cli/commands/take'
import { editFile } from '../../bench/store/edit-file'
import { sampleCampaign } from '../../bench/store/sample-results'
import { runCaptured } from '../capture-output'

let folder: string
let file: string
let other: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-take-'))
  file = join(folder, 'review.benchwright')
  other = join(folder, 'other.benchwright')
  copyFileSync(join('resources', 'samples', 'tpcc-servers.benchwright'), other)
})
afterEach(() => rmSync(folder, { recursive: true }))

function idsOf(path: string): readonly number[] {
  const review = openReview(path, { mode: 'read' })
  const ids = review.campaigns().map(({ id }) => id)
  review.close()
  return ids
}

describe('benchwright take', () => {
  it('creates the results file, adds to it, and reports what already exists', async () => {
    const [first, ...others] = idsOf(other)
    const one = await runCaptured(take, file, '--from', other, '--campaign', String(first))
    expect(one).toMatchObject({ status: 0, stderr: '' })
    expect(one.stdout).toMatch(/^took {3}".*" \(.*\): \d+ published results \(--campaign 1 here\)\n$/)
    const all = await runCaptured(take, file, '--from', other, '--json')
    expect(all.status).toBe(0)
    expect(JSON.parse(all.stdout)).toMatchObject({
      taken: others.map((from) => ({ from })),
      known: [{ from: first, id: 1 }],
      left: [],
    })
    const again = await runCaptured(take, file, '--from', other)
    expect(again.status).toBe(0)
    expect(again.stdout).toMatch(/^known {2}".*: is here already \(--campaign 1\)$/m)
    expect(idsOf(file)).toHaveLength(idsOf(other).length)
  })

  it('is shown with the campaign from then on', async () => {
    await runCaptured(take, file, '--from', other)
    const { stdout } = await runCaptured(show, file)
    expect(stdout).toMatch(
      /^“.+” was taken on \d{4}-\d\d-\d\d from other\.benchwright \(".*"\), seal [0-9a-f]{32}$/m,
    )
    const shown = JSON.parse((await runCaptured(show, file, '--json')).stdout) as unknown
    expect(shown).toMatchObject({
      campaigns: idsOf(other).map((campaignId) => ({
        takenFrom: [{ file: 'other.benchwright', campaignId }],
      })),
    })
    const origin = JSON.parse((await runCaptured(show, other, '--json')).stdout) as unknown
    expect(origin).toMatchObject({ campaigns: idsOf(other).map(() => ({ takenFrom: [] })) })
  })

  it('takes nothing from a damaged file, reports the fault, and creates no file', async () => {
    editFile(other, (database) => database.exec('UPDATE published_result SET value = value + 1 WHERE id = 1'))
    const { status, stderr } = await runCaptured(take, file, '--from', other)
    expect(status).toBe(2)
    expect(stderr).toMatch(
      /other\.benchwright is damaged, so nothing was taken from it\. Published result 1 of campaign 1/,
    )
    expect(existsSync(file)).toBe(false)
  })

  it('names a campaign that it skips, with the reason', async () => {
    const path = join(folder, 'waiting.benchwright')
    const review = createReview(path)
    review.createCampaign(sampleCampaign())
    review.close()
    const { status, stdout } = await runCaptured(take, file, '--from', path)
    expect(status).toBe(1)
    expect(stdout).toBe('left   "Read/write mix" (kernel 6.18): It has no results yet.\n')
    expect(existsSync(file)).toBe(false)
  })

  it.each([
    ['no other file', [], /--from is missing/],
    ['a file that is not there', ['--from', 'nowhere.benchwright'], /nowhere\.benchwright/],
    ['an id that is none', ['--from', 'OTHER', '--campaign', 'x'], /--campaign x: that is not an id/],
    ['a campaign that is not there', ['--from', 'OTHER', '--campaign', '99'], /There is no campaign 99/],
  ])('refuses %s, and creates no file', async (_what, args, words) => {
    const { status, stderr } = await runCaptured(
      take,
      file,
      ...args.map((one) => (one === 'OTHER' ? other : one)),
    )
    expect(status).toBe(2)
    expect(stderr).toMatch(words)
    expect(existsSync(file)).toBe(false)
  })

  it('refuses to take a file into itself', async () => {
    const before = readFileSync(other)
    const { status, stderr } = await runCaptured(take, other, '--from', other)
    expect(status).toBe(2)
    expect(stderr).toMatch(/other\.benchwright: that is the same results file/)
    expect(readFileSync(other).equals(before)).toBe(true)
  })
})

describe('benchwright take --merge', () => {
  it('takes plans and saved figures too, with the ids of the target, and none of them twice', async () => {
    const mine = join('resources', 'samples', 'sandforce-iops.benchwright')
    copyFileSync(mine, file)
    const before = openReview(file, { mode: 'read' })
    const counts = { figures: before.figures().length, campaigns: before.campaigns().length }
    before.close()
    const writer = openForWriting(other)
    writer.saveFigure({ name: 'Servers', settings: { kind: 'ranking', campaignIds: [1, 2], metric: 'tps' } })
    writer.close()
    const there = openReview(other, { mode: 'read' }).summary()

    const { status, stdout } = await runCaptured(take, file, '--from', other, '--merge')
    expect(status).toBe(0)
    expect(stdout).toMatch(new RegExp(`^took   figures: ${there.figures.length}, notes$`, 'm'))
    const merged = openReview(file, { mode: 'read' })
    expect(merged.campaigns()).toHaveLength(counts.campaigns + there.campaigns.length)
    expect(merged.figures()).toHaveLength(counts.figures + there.figures.length)
    expect(merged.figures().at(-1)).toMatchObject({
      name: 'Servers',
      settings: { campaignIds: [counts.campaigns + 1, counts.campaigns + 2] },
    })
    expect(merged.check()).toEqual([])
    merged.close()

    const again = await runCaptured(take, file, '--from', other, '--merge', '--json')
    expect(JSON.parse(again.stdout)).toMatchObject({ taken: [], rest: { plans: 0, figures: 0 } })
  })

  it('refuses a choice of campaigns', async () => {
    const { status, stderr } = await runCaptured(take, file, '--from', other, '--merge', '--campaign', '1')
    expect(status).toBe(2)
    expect(stderr).toContain('--merge takes everything')
  })
})

describe('benchwright copy', () => {
  it('copies a campaign out to a new file, and reports what already exists', async () => {
    const before = readFileSync(other)
    const one = await runCaptured(copy, other, '--to', file, '--campaign', '2')
    expect(one).toMatchObject({ status: 0, stderr: '' })
    expect(one.stdout).toMatch(/^took {3}".*" \(.*\): \d+ published results \(--campaign 1 there\)\n$/)
    const again = await runCaptured(copy, other, '--to', file, '--campaign', '2')
    expect(again.stdout).toMatch(/is there already \(--campaign 1\)\n$/)
    expect(idsOf(file)).toEqual([1])
    expect(readFileSync(other).equals(before)).toBe(true)
  })

  it('refuses a missing --to, itself, and a name that is not a results file', async () => {
    const texts = []
    for (const args of [[], ['--to', other], ['--to', join(folder, 'x.txt')]]) {
      const { status, stderr } = await runCaptured(copy, other, ...args)
      expect(status).toBe(2)
      texts.push(stderr)
    }
    expect(texts[0]).toContain('--to is missing')
    expect(texts[1]).toContain('that is the same results file')
    expect(texts[2]).toContain('must be named *.benchwright')
    expect(existsSync(join(folder, 'x.txt'))).toBe(false)
  })
})
