/**
 * A process that runs a campaign as the app does, for tests that kill it: `campaign-child.js REVIEW TARGET`. Creates the
 * results file and starts the campaign, or takes up what an earlier process left. Prints how the campaign ended.
 */
import { existsSync } from 'node:fs'
import { createLocalHost } from '../../../src/bench/hosts/local-host'
import { CampaignRunner } from '../../../src/bench/runner/campaign-runner'
import { createReview } from '../../../src/bench/store/create-review'
import { isWriter, openReview } from '../../../src/bench/store/open-review'
import { quickPlan } from './fio-plan'

async function main([path = '', target = '']: readonly string[]): Promise<void> {
  const isNew = !existsSync(path)
  const store = isNew ? createReview(path) : openReview(path, { mode: 'write' })
  if (!isWriter(store)) throw new Error('The review cannot be written.')
  const runner = new CampaignRunner({ store, host: createLocalHost() })
  const [campaign] = store.campaigns()
  // Stored, but killed before its state said so: a person would press Resume.
  if (campaign?.state === 'waiting') await runner.resume(campaign.id)
  else if (campaign) await runner.reconcile()
  else {
    store.savePlan(quickPlan(target))
    await runner.start(quickPlan(target).id, '')
  }
  const end =
    runner.activeCampaignId === undefined ? 'not active' : await runner.ended(runner.activeCampaignId)
  store.close()
  process.stdout.write(`${end ?? 'unknown'}\n`)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`)
  process.exitCode = 1
})
