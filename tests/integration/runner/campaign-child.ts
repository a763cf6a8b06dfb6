/**
 * A process that runs a campaign as the app does, for tests that kill it: `campaign-child.js REVIEW TARGET [HOST
 * RUNS]`. Creates the results file and starts the campaign, or resumes what an earlier process left. An existing file
 * provides the plan `fio-plan` for it. Prints how the campaign ended.
 */
import { existsSync } from 'node:fs'
import { HostPool } from '../../../src/bench/hosts/host-pool'
import { CampaignRunner } from '../../../src/bench/runner/campaign-runner'
import { createReview } from '../../../src/bench/store/create-review'
import { isWriter, openReview } from '../../../src/bench/store/open-review'
import type { Plan } from '../../../src/core/plan/plan'
import { machine } from '../../core/plan/machine'
import { quickPlan, unhurried } from './fio-plan'
import { startAnyway } from '../../bench/runner/start-anyway'

async function main([path = '', target = '', host, runs]: readonly string[]): Promise<void> {
  const isNew = !existsSync(path)
  const store = isNew ? createReview(path) : openReview(path, { mode: 'write' })
  if (!isWriter(store)) throw new Error('The review cannot be written.')
  const hosts = new HostPool()
  const runner = new CampaignRunner({ store, host: hosts.local, hosts })
  const quick = quickPlan(target)
  const plan: Plan = {
    ...quick,
    base: { ...quick.base, ...unhurried, runtime: 0.5, time_based: true },
    ...({ series: 0.1, observe: ['disk', 'cpu'] } as const),
    ...(host !== undefined && { hosts: [machine(host)], repetitions: Number(runs) / 4 }),
  }
  const [campaign] = store.campaigns()
  // Stored, but killed before its state was updated: a person would press Resume.
  let taken: number | undefined = campaign?.id
  if (campaign?.state === 'done') taken = undefined
  else if (campaign?.state === 'waiting' || campaign?.state === 'interrupted')
    await runner.resume(campaign.id)
  else if (campaign) taken = await runner.reconcile()
  else {
    if (!store.summary().plans.some(({ id }) => id === plan.id)) store.savePlan(plan)
    taken = (await runner.start(plan.id, '', startAnyway)).campaignId
  }
  const ended = taken === undefined ? undefined : await runner.ended(taken)
  // Done before this process started, or so soon that nothing was left to wait for.
  const now = store.campaigns()[0]
  const end = ended ?? (now?.state === 'done' ? 'done' : undefined)
  if (end !== 'done' && now) {
    const log = store.campaign(now.id)?.log.map(({ text }) => text) ?? []
    process.stderr.write(`${now.state}, taken ${String(taken)}: ${log.slice(-8).join(' | ')}\n`)
  }
  await hosts.dispose()
  store.close()
  process.stdout.write(`${end ?? 'not active'}\n`)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`)
  process.exitCode = 1
})
