import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLocalHost } from '../../../../src/bench/hosts/local/local-host'
import type { Service } from '../../../../src/core/engines/engine'
import { oneStep, type Process } from '../../../../src/core/engines/steps'
import type { LevelValue } from '../../../../src/core/plan/plan'
import { noneLeft } from '../../../integration/runner/processes'
import { RunnerWorkshop, scriptPlan } from '../runner-workshop'
import { okScript, scriptEngine } from '../script-engine'

let folder: string
let shop: RunnerWorkshop
const place = (name: string) => join(folder, name)
const runs = () => readdirSync(place('state/runs'))
const sh = (text: string): Process => ({ program: 'sh', args: ['-c', text] })

/** Serves until it is ended; every start leaves a line with its configuration in `starts`, and its pid in `pid`. */
const serve = (configuration: LevelValue | undefined) =>
  `echo ${String(configuration)} >> '${place('starts')}'; echo $$ > '${place('pid')}'; trap 'exit 0' INT TERM; while :; do sleep 0.1; done`

function open(what: { readonly text?: string; readonly ready?: string } = {}): void {
  const service = ({ queue_depth: depth }: Readonly<Record<string, LevelValue>>): Service => ({
    run: oneStep('measure', sh(what.text ?? serve(depth)), 'none', []),
    ready: sh(what.ready ?? `read -r pid < '${place('pid')}' && kill -0 $pid`),
  })
  const environment = { ...process.env, BENCHWRIGHT_STATE: place('state') }
  shop = new RunnerWorkshop(createLocalHost({ environment }), scriptEngine({ service }))
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-service-'))
  mkdirSync(place('state/runs'), { recursive: true })
})
afterEach(async () => {
  await shop.runner.stopAll()
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

const plan = (script = okScript, levels: readonly number[] = [1]) =>
  scriptPlan({
    target: { kind: 'none' },
    base: { script, seconds: 1 },
    axes: [{ key: 'queue_depth', levels }],
    repetitions: 2,
  })
const starts = () => readFileSync(place('starts'), 'utf8').trim().split('\n')
const becomes = (name: string) => vi.waitFor(() => expect(existsSync(place(name))).toBe(true))

async function expectNothingLeft(): Promise<void> {
  await noneLeft(folder)
  expect(runs()).toEqual([])
  const mentions = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)
    } catch {
      return false
    }
  }
  await vi.waitFor(() => expect(readdirSync('/proc').filter(mentions)).toEqual([]))
}

describe('the service of a campaign', () => {
  it('is restarted when a run needs it with another configuration, and only then', async () => {
    open()
    const campaignId = await shop.start(plan(okScript, [1, 2]))
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['done', 'done', 'done', 'done'])
    const asked = shop.store.runs(campaignId).map(({ levels }) => String(levels.queue_depth))
    expect(starts()).toEqual(asked.filter((depth, at) => depth !== asked[at - 1]))
    await expectNothingLeft()
  })

  it('is restarted before the next run if it died', async () => {
    open()
    const campaignId = await shop.start(plan(`read -r pid < '${place('pid')}'; kill -9 $pid; ${okScript}`))
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['done', 'done'])
    expect(starts()).toEqual(['1', '1'])
    await expectNothingLeft()
  })

  it('fails its runs with its last message if it ends before it is ready', async () => {
    open({ text: `echo 'port 5432 is taken' >&2; exit 1` })
    const campaignId = await shop.start(plan())
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.store.runs(campaignId).map(({ failure }) => [failure?.id, failure?.text])).toEqual(
      [1, 2].map((): unknown => ['service-not-ready', expect.stringContaining('port 5432 is taken')]),
    )
    await expectNothingLeft()
  })

  it('is gone after a stop while it is not ready, and its run waits', async () => {
    open({ ready: `test -e '${place('never')}'` })
    const campaignId = await shop.start(plan())
    await becomes('pid')
    await shop.runner.stop(campaignId)
    expect(shop.state(campaignId)).toBe('stopped')
    expect(shop.states(campaignId)).toEqual(['waiting', 'waiting'])
    await expectNothingLeft()
  })

  it.each([
    [
      'while a run goes on',
      undefined,
      (): string =>
        `: > '${place('begun')}'; until [ -e '${place('go')}' ]; do sleep 0.05; done; ${okScript}`,
      'begun',
    ],
    ['while it is not ready', 'go', (): string => okScript, 'pid'],
  ])('continues when the app ends %s, and is gone with the campaign', async (_, waitsFor, script, moment) => {
    open(waitsFor === undefined ? {} : { ready: `test -e '${place(waitsFor)}'` })
    const campaignId = await shop.start(plan(script()))
    await becomes(moment)
    await shop.restart()
    expect(runs()).not.toEqual([])
    expect(await shop.runner.reconcile()).toBe(campaignId)
    const ended = shop.runner.ended(campaignId)
    mkdirSync(place('go'))
    expect(await ended).toBe('done')
    expect(shop.states(campaignId)).toEqual(['done', 'done'])
    await expectNothingLeft()
  })
})
