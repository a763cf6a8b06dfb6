import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { outputTo } from '../../src/cli/output'
import { openProgressBar, report } from '../../src/cli/follow-campaign'
import { newReview, sampleCampaign } from '../bench/store/sample-review'

function context(isTTY: boolean) {
  const stderr = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY, columns: 80 })
  const { signal } = new AbortController()
  const stdout = new PassThrough({ encoding: 'utf8' })
  return {
    stdout: outputTo(stdout, signal),
    stderr: outputTo(stderr, signal),
    signal,
    printed: () => String(stderr.read() ?? ''),
    answered: () => String(stdout.read() ?? ''),
  }
}

describe('the progress bar', () => {
  it('prints every tenth once if there is no terminal', () => {
    const to = context(false)
    const bar = openProgressBar(to)
    for (const fraction of [0, 0.04, 0.1, 0.15, 0.34, 1]) bar.update(fraction, 'working')
    bar.end()
    expect(to.printed().split('\n')).toEqual([' 10 %  working', ' 30 %  working', '100 %  working', ''])
  })

  it('redraws one line on a terminal and leaves nothing behind', () => {
    const to = context(true)
    const bar = openProgressBar(to)
    bar.update(0.5, 'working')
    bar.say('a remark')
    bar.end()
    const printed = to.printed()
    expect(printed).toContain('50 %  working')
    expect(printed).toContain('a remark\n')
    expect(printed.endsWith('\r\u001b[2K')).toBe(true)
  })
})

describe('the end of a campaign', () => {
  it('counts failed runs of cases, and says why the data file could not be laid out', () => {
    const review = newReview()
    const id = review.createCampaign(sampleCampaign())
    const runs = review.runs(id)
    const layout = runs.find(({ phase }) => phase === 'layout')
    const measured = runs.filter(({ phase }) => phase === 'measure')
    for (const run of runs) review.setRunState(run.id, 'skipped')
    for (const run of [layout, measured[0]]) review.setRunState(run?.id ?? 0, 'failed')
    review.setCampaignState(id, 'done')
    const to = context(false)
    expect(report(review, id, to, false)).toBe(1)
    expect(to.answered()).toContain(`0 of ${String(measured.length)} runs done, 1 failed.`)
    const printed = to.printed()
    expect(printed).toContain('failed: preparation: ')
    expect(printed).toMatch(/failed: 4\sKiB · 100\s% read · run 1: /)
  })
})
