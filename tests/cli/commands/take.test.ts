import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createReview } from '../../../src/bench/store/create-review'
import { openReview } from '../../../src/bench/store/open-review'
import { show } from '../../../src/cli/commands/show'
import { take } from '../../../src/cli/commands/take'
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
  it('makes the results file, adds to it, and says what is there already', async () => {
    const [first, ...others] = idsOf(other)
    const one = await runCaptured(take, file, '--from', other, '--campaign', String(first))
    expect(one).toMatchObject({ status: 0, stderr: '' })
    expect(one.stdout).toMatch(/^took {3}campaign 1, ".*" \(.*\): campaign 1 here, \d+ published results\n$/)
    const all = await runCaptured(take, file, '--from', other, '--json')
    expect(all.status).toBe(0)
    expect(JSON.parse(all.stdout)).toMatchObject({
      taken: others.map((from) => ({ from })),
      known: [{ from: first, id: 1 }],
      left: [],
    })
    const again = await runCaptured(take, file, '--from', other)
    expect(again.status).toBe(0)
    expect(again.stdout).toMatch(/^known {2}campaign 1, ".*: is campaign 1 here already$/m)
    expect(idsOf(file)).toHaveLength(idsOf(other).length)
  })

  it('is shown with the campaign from then on', async () => {
    await runCaptured(take, file, '--from', other)
    const { stdout } = await runCaptured(show, file)
    expect(stdout).toMatch(
      /^campaign 1 was taken on \d{4}-\d\d-\d\d from other\.benchwright \(".*"\), campaign 1 there, seal [0-9a-f]{32}$/m,
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

  it('takes nothing from a damaged file, says what is wrong, and makes no file', async () => {
    editFile(other, (database) => database.exec('UPDATE published_result SET value = value + 1 WHERE id = 1'))
    const { status, stderr } = await runCaptured(take, file, '--from', other)
    expect(status).toBe(2)
    expect(stderr).toMatch(
      /other\.benchwright is damaged, so nothing was taken from it\. Published result 1 of campaign 1/,
    )
    expect(existsSync(file)).toBe(false)
  })

  it('names a campaign that it leaves, with the reason', async () => {
    const path = join(folder, 'waiting.benchwright')
    const review = createReview(path)
    review.createCampaign(sampleCampaign())
    review.close()
    const { status, stdout } = await runCaptured(take, file, '--from', path)
    expect(status).toBe(1)
    expect(stdout).toBe('left   campaign 1, "Read/write mix" (kernel 6.18): It has no results yet.\n')
    expect(existsSync(file)).toBe(false)
  })

  it.each([
    ['no other file', [], /--from is missing/],
    ['a file that is not there', ['--from', 'nowhere.benchwright'], /nowhere\.benchwright/],
    ['an id that is none', ['--from', 'OTHER', '--campaign', 'x'], /--campaign x: that is no id/],
    ['a campaign that is not there', ['--from', 'OTHER', '--campaign', '99'], /There is no campaign 99/],
  ])('refuses %s, and makes no file', async (_what, args, words) => {
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
    expect(stderr).toMatch(/--from names the same file/)
    expect(readFileSync(other).equals(before)).toBe(true)
  })
})
