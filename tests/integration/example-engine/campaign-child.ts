/**
 * A process that runs a campaign of the example engine as the app does, for a test that kills it: `campaign-child.js
 * REVIEW`. Creates the results file and starts the campaign, or resumes what an earlier process left. Prints how the
 * campaign ended.
 */
import { existsSync } from 'node:fs'
import { createLocalHost } from '../../../src/bench/hosts/local/local-host'
import { CampaignRunner } from '../../../src/bench/runner/campaign-runner'
import { createReview } from '../../../src/bench/store/create-review'
import { isWriter, openReview } from '../../../src/bench/store/open-review'
import { addEngine } from '../../../src/core/engines/registry'
import { exampleEngine } from './example-engine'
import { examplePlan } from './example-plan'
import { startAnyway } from '../../bench/runner/start-anyway'

async function main(path: string): Promise<void> {
  addEngine(exampleEngine)
  const isNew = !existsSync(path)
  const store = isNew ? createReview(path) : openReview(path, { mode: 'write' })
  if (!isWriter(store)) throw new Error('The review cannot be written.')
  const runner = new CampaignRunner({ store, host: createLocalHost() })
  const plan = examplePlan()
  if (isNew) store.savePlan(plan)
  const taken = isNew ? (await runner.start(plan.id, '', startAnyway)).campaignId : await runner.reconcile()
  const ended = taken === undefined ? 'not active' : await runner.ended(taken)
  await runner.dispose()
  store.close()
  process.stdout.write(`${String(ended)}\n`)
}

main(process.argv[2] ?? '').catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`)
  process.exitCode = 1
})
