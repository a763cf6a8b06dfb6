import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReview } from '../../../src/bench/store/create-review'
import { importFiles } from '../../../src/bench/import/import-files'
import { series } from '../../../src/cli/commands/series'
import { check, show, table } from '../../../src/cli/commands/show'
import { sampleCampaign, sampleResult, sampleSeries, sampleStart } from '../../bench/store/sample-results'
import { pngOf } from '../../core/figures/picture-headers'
import { runCaptured } from '../capture-output'

let folder: string
let file: string
let ids: readonly number[]
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-show-'))
  file = join(folder, 'shown.benchwright')
  const review = createReview(file)
  const campaign = sampleCampaign()
  const recorded = { ...campaign, plan: { ...campaign.plan, series: 1, observe: ['disk'] as const } }
  ids = review.runs(review.createCampaign(recorded)).map(({ id }) => id)
  review.startRun(ids[1] ?? 0, sampleStart)
  review.finishRuns([[ids[1] ?? 0, sampleResult()]])
  review.startRun(ids[2] ?? 0, sampleStart)
  review.finishRuns([[ids[2] ?? 0, { ...sampleResult(), state: 'stopped', observations: [sampleSeries(1)] }]])
  review.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const json = async (command: typeof show, ...args: readonly string[]): Promise<unknown> =>
  JSON.parse((await runCaptured(command, file, '--json', ...args)).stdout)

describe('show', () => {
  it('reports what a campaign was to record, and for how many runs something exists', async () => {
    expect(await json(show)).toMatchObject({
      campaigns: [
        {
          recording: expect.stringMatching(/^series every 1\ss; disk observed$/) as string,
          runsWithSeries: 2,
        },
      ],
    })
    expect((await runCaptured(show, file)).stdout).toMatch(/series every 1\ss; disk observed; in 2 runs/)
  })

  it('dates printed results only if their publication is dated', async () => {
    const createdOf = async (sample: string) => {
      const path = `resources/samples/${sample}.benchwright`
      const { stdout } = await runCaptured(show, path, '--json')
      const { campaigns } = JSON.parse(stdout) as { readonly campaigns: readonly { createdAt: unknown }[] }
      return campaigns[0]?.createdAt
    }
    expect(await createdOf('sandforce-throughput')).toBeNull()
    expect(await createdOf('sandforce-iops')).toBe('2011-01-01T00:00:00.000Z')
  })

  it('reports that imported logs have series', async () => {
    const imported = createReview(join(folder, 'imported.benchwright'))
    await importFiles(imported, ['tests/fixtures/fio-3.33/imported-logs/bench-fio'])
    imported.close()
    expect((await runCaptured(show, imported.path)).stdout).toMatch(/ series; in 1 run\n/)
  })

  it('lists the runs by id with what each of them recorded', async () => {
    const { runs } = (await json(show, '--runs')) as { runs: readonly Record<string, unknown>[] }
    expect(runs.map(({ id }) => id)).toEqual(ids)
    expect(runs.slice(1, 4).map(({ state, recorded }) => [state, recorded])).toEqual([
      ['done', ['disk']],
      ['stopped', ['disk']],
      ['waiting', []],
    ])
    const lines = (await runCaptured(show, file, '--runs')).stdout.split('\n')
    expect(lines[3]).toMatch(new RegExp(`^ *${String(ids[1])} .* done +disk `))
  })

  it('lists what is known of each run, with its class and text', async () => {
    const { runs } = (await json(show, '--runs')) as { runs: readonly Record<string, unknown>[] }
    const known = { class: 'note', id: 'short-runtime', text: 'It ran for 54 of 60 seconds.' }
    expect(runs.slice(1, 4).map(({ reservations }) => reservations)).toEqual([[known], [known], []])
    const lines = (await runCaptured(show, file, '--runs')).stdout.split('\n')
    expect(lines[0]).toMatch(/ reservations$/)
    expect(lines[3]).toMatch(/ disk +note, short runtime: It ran for 54 of 60 seconds\.$/)
    expect(lines[5]).toMatch(/ waiting +nothing$/)
  })

  it('lists reservations that follow from other runs of the file', async () => {
    const review = createReview(join(folder, 'beside.benchwright'))
    for (const configuration of ['tuned', 'plain']) {
      const [, run] = review.runs(review.createCampaign(sampleCampaign(undefined, configuration)))
      const startedAtMs = sampleStart.startedAtMs + (configuration === 'tuned' ? 0 : 1000)
      review.startRun(run?.id ?? 0, { ...sampleStart, startedAtMs })
      review.finishRuns([[run?.id ?? 0, { ...sampleResult(), warnings: [] }]])
    }
    review.close()
    const { stdout } = await runCaptured(show, review.path, '--runs')
    expect(stdout).toContain(
      'qualifies, beside another campaign: It ran at the same time as runs of “plain” on the same host.',
    )
  })
})

it('a table has the ids of runs in JSON and on request, and they lead to the series', async () => {
  const [row] = (await json(table)) as readonly { run: number }[]
  expect(row?.run).toBe(ids[1])
  expect((await runCaptured(table, file, '--csv')).stdout.split(',')[0]).toBe('campaign')
  const csv = (await runCaptured(table, file, '--csv', '--with-run-ids')).stdout.split('\r\n')
  expect(csv[0]?.split(',')[0]).toBe('run')
  expect(csv[1]?.split(',')[0]).toBe(String(ids[1]))
  expect(await json(series, '--run', String(row?.run))).not.toHaveProperty('ended_early')
})

it('the series of a stopped run are reported as ended early', async () => {
  expect(await json(series, '--run', String(ids[2]))).toMatchObject({ ended_early: true })
  const { stderr } = await runCaptured(series, file, '--run', String(ids[2]))
  expect(stderr).toBe(`note: run ${String(ids[2])} was ended early; its series are not a result.\n`)
})

it('check names pictures that no document shows, which are no fault', async () => {
  const path = join(folder, 'pictures.benchwright')
  const review = createReview(path)
  const { id } = review.documents.addPicture({
    ...({ name: 'front.png', type: 'image/png', width: 4, height: 2 } as const),
    content: pngOf(4, 2),
  })
  review.close()
  const told = await runCaptured(check, path)
  expect(told.status).toBe(0)
  expect(told.stdout).toMatch(/all checksums match\.\n.*no document shows 1 picture \(\d+\sB\): “front\.png”/)
  expect(JSON.parse((await runCaptured(check, path, '--json')).stdout)).toMatchObject({
    ...{ ok: true, unusedPictures: [{ id, name: 'front.png' }] },
  })
  expect((await runCaptured(check, file)).stdout).not.toContain('picture')
})
