import { writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { compare } from '../../../src/cli/commands/compare'
import { planCheck } from '../../../src/cli/commands/plan/plan-check'
import { resume } from '../../../src/cli/commands/resume'
import { run } from '../../../src/cli/commands/run'
import { show } from '../../../src/cli/commands/show'
import { openReview } from '../../../src/bench/store/open-review'
import { writePlan } from '../../../src/core/plan/plan-json'
import { runCaptured } from '../../cli/capture-output'
import { HostsWorkshop } from './hosts-workshop'

let shop: HostsWorkshop

beforeEach(async () => {
  shop = new HostsWorkshop()
  await shop.serve()
  const [lab] = shop.labs
  vi.stubEnv('BENCHWRIGHT_SSH_CONFIG', lab.config)
  vi.stubEnv('BENCHWRIGHT_SETTINGS', lab.settings)
  vi.stubEnv('BENCHWRIGHT_STATE', join(shop.folder, 'state'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await shop.close()
})

it('a plan is run on several hosts from the command line, and its hosts are compared', async () => {
  const planFile = join(shop.folder, 'plan.json')
  const file = join(shop.folder, 'of-hosts.benchwright')
  writeFileSync(planFile, writePlan(shop.plan({ repetitions: 2 }, { runtime: 1 })))
  const hosts = ['--host', 'local', '--host', 'lab']
  expect(await runCaptured(planCheck, planFile, ...hosts)).toMatchObject({ status: 0 })
  const done = await runCaptured(run, planFile, '--into', file, ...hosts)
  expect(done).toMatchObject({ status: 0, stdout: expect.stringContaining('2 of 2 runs done') as string })
  const { stdout } = await runCaptured(show, file)
  expect(stdout).toContain(`${hostname()} + lab`)
  expect(stdout).toContain('2, part of 1')
  const sides = ['--baseline', `host=${hostname()}`, '--candidate', 'host=lab', '--metric', 'iops']
  const compared = await runCaptured(compare, file, ...sides)
  // Effects of a busy machine on a run of a second are notes; a real fault would not be one.
  expect(compared.stderr.split('\n').filter((line) => line !== '' && !line.startsWith('note: '))).toEqual([])
  expect(compared).toMatchObject({ status: 0, stdout: expect.stringContaining('lab') as string })
  expect(await runCaptured(resume, file)).toMatchObject({ status: 0 })
  const review = openReview(file, { mode: 'read' })
  expect(review.check()).toEqual([])
  expect(review.campaigns().map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  review.close()

  const once = await runCaptured(run, planFile, '--into', file, '--host', 'lab', '--host', 'lab')
  expect(once.stderr).toContain('lab is named twice')
})
