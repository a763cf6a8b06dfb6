import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CreatedFile } from '../../../src/bench/hosts/created-file'
import type { Host } from '../../../src/bench/hosts/host'
import { CampaignRunner } from '../../../src/bench/runner/campaign-runner'
import { CreatedFiles } from '../../../src/bench/runner/record/created-files'
import type { CampaignRunnerOptions } from '../../../src/bench/runner/make-parts'
import { createReview } from '../../../src/bench/store/create-review'
import { isWriter, openReview } from '../../../src/bench/store/open-review'
import type { ReviewWriter } from '../../../src/bench/store/review-store'
import type { BenchEvent } from '../../../src/core/contract/bench-requests'
import type { Engine } from '../../../src/core/engines/engine'
import { newPlan } from '../../../src/core/plan/edit-plan'
import type { Plan } from '../../../src/core/plan/plan'
import type { RunState } from '../../../src/core/results/run'
import { okScript, scriptEngine } from './script-engine'
import { startAnyway } from './start-anyway'

/** A plan of the script engine: three depths, one repetition, in the order designed. */
export function scriptPlan(parts: Partial<Plan> = {}): Plan {
  const plan = newPlan(
    { id: 'plan-1', seed: 7, target: { kind: 'folder', path: '/fake' } },
    {
      name: 'Depths',
      engine: 'script',
      base: { script: okScript, seconds: 1 },
      axes: [{ key: 'queue_depth', levels: [1, 2, 4] }],
      repetitions: 1,
    },
  )
  return { ...plan, order: { kind: 'designed', seed: 7 }, ...parts }
}

/** A results file, a host and a runner for one test. */
export class RunnerWorkshop {
  readonly folder = mkdtempSync(join(tmpdir(), 'benchwright-runner-'))
  readonly path = join(this.folder, 'review.benchwright')
  readonly events: BenchEvent[] = []
  store: ReviewWriter
  runner: CampaignRunner

  constructor(
    private host: Host,
    private readonly engine: Engine = scriptEngine(),
    /** Machines other than the first, if any. */
    private readonly hosts?: CampaignRunnerOptions['hosts'],
  ) {
    this.store = createReview(this.path)
    this.runner = this.#newRunner()
  }

  /** As after a crash of the app: the file is opened again by a new runner; the old one releases its run first. */
  async restart(): Promise<void> {
    await this.runner.dispose()
    this.store.close()
    this.reopen()
  }

  /** Opens the file once more, on another machine or from another location if given. */
  reopen(host = this.host, path = this.path): void {
    this.host = host
    const review = openReview(path, { mode: 'write' })
    if (!isWriter(review)) throw new Error('The review cannot be written.')
    this.store = review
    this.runner = this.#newRunner()
  }

  async start(plan: Plan): Promise<number> {
    this.store.savePlan(plan)
    return (await this.runner.start(plan.id, 'as tested', startAnyway)).campaignId
  }

  states(campaignId: number): readonly RunState[] {
    return this.store.runs(campaignId).map((run) => run.state)
  }

  state(campaignId: number) {
    return this.store.campaign(campaignId)?.state
  }

  logOf(campaignId: number): string {
    return this.store
      .log(campaignId)
      .map((entry) => entry.text)
      .join('\n')
  }

  /** What is on record outside of the results file about files created on this machine. */
  createdFiles(): readonly CreatedFile[] {
    return new CreatedFiles(this.store, join(this.folder, 'state', 'created')).of('local')
  }

  runId(campaignId: number, place: number): number {
    const run = this.store.runs(campaignId)[place]
    if (!run) throw new Error(`There is no run at ${String(place)}.`)
    return run.id
  }

  async close(): Promise<void> {
    await this.runner.dispose()
    this.store.close()
    rmSync(this.folder, { recursive: true, force: true })
  }

  #newRunner(): CampaignRunner {
    const runner = new CampaignRunner({
      store: this.store,
      host: this.host,
      ...(this.hosts && { hosts: this.hosts }),
      stateFolder: join(this.folder, 'state'),
      findEngine: (id) => (id === this.engine.description.id ? this.engine : undefined),
      advise: (plan, environment) => this.engine.advise(plan, environment),
    })
    runner.events.on((event) => this.events.push(event))
    return runner
  }
}
