import { describe, expect, it } from 'vitest'
import { casesOfCampaign } from '../../../src/bench/articles/measured-cases'
import { campaignSentences } from '../../../src/core/document/campaign-summary'
import type { ComparisonSettings } from '../../../src/core/comparison/comparison-settings'
import { summaryText } from '../../../src/core/comparison/texts/summary-text'
import { finish } from '../../../src/core/statistics/comparison/settle-family'
import { templates } from '../../../src/core/words/template'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import { comparisonIsWrong, spokenMetric } from './check-comparison'
import { mixIsWrong } from './check-mix'
import { summaryFacts, summaryIsWrong } from './check-summary'
import { mutants } from './mutants'
import { type RawCampaign, rawCampaigns } from './raw-facts'
import { everySaid, readBack, type Said } from './read-back'
import { type World, worlds } from './worlds'

/** A sentence that the app printed, and what the facts of its place say against it or one like it. */
interface Audited {
  readonly world: string
  readonly said: Said
  readonly wrong: (said: Said) => string | undefined
}

const audited: Audited[] = []
const unread: string[] = []
let campaigns = 0

/** Reads a printed text back, and keeps its sentences with their check. */
function audit(world: string, text: string, wrongOf: (all: readonly Said[]) => Audited['wrong']): void {
  const all = readBack(text)
  if (all === undefined) {
    unread.push(`${world}: ${text}`)
    return
  }
  const wrong = wrongOf(all)
  audited.push(...all.map((said) => ({ world, said, wrong })))
}

function auditSummaries({ name, review }: World): void {
  for (const raw of rawCampaigns(review)) {
    campaigns += 1
    const cases = casesOfCampaign(review, raw.detail)
    if (cases.length === 0) continue
    audit(name, campaignSentences(raw.detail, cases).join(' '), (all) => {
      const facts = summaryFacts(raw, all)
      return (said) => summaryIsWrong(said, facts)
    })
  }
}

/** Each campaign with the one before of the same axes, in the metric that is chosen and in others. */
function auditComparisons({ name, review, metric: only, known }: World): void {
  const all = rawCampaigns(review)
  const axesOf = ({ detail }: RawCampaign) => detail.plan.axes.map(({ key }) => key).join()
  const side = ({ detail }: RawCampaign) => [{ key: 'campaign', value: String(detail.id) }]
  for (const [at, candidate] of all.entries()) {
    const baseline = all[at - 1]
    if (baseline === undefined || axesOf(baseline) !== axesOf(candidate)) continue
    const metrics = new Set(candidate.rows.map(({ metric }) => metric))
    const asked: readonly Pick<ComparisonSettings, 'metric' | 'mode'>[] =
      only === undefined
        ? [{}, { metric: 'iops' }, { metric: 'latency_mean' }, { metric: 'all' }, { mode: 'sigma' }]
        : [{ metric: only }]
    for (const choice of asked) {
      const { metric } = choice
      if (known === undefined && metric !== undefined && metric !== 'all' && !metrics.has(metric)) continue
      const settings = { baseline: side(baseline), candidates: [side(candidate)], ...choice }
      const comparison = finish(review.compareInSteps(settings))
      audit(name, summaryText(comparison), (said) => {
        const spoken = spokenMetric(said)
        const others =
          metric === 'all' ? judgedMetrics.filter((one) => metrics.has(one) && one !== spoken) : []
        const facts = { baseline, candidate, others, isSigma: 'mode' in choice, ...(known && { known }) }
        return (one) => comparisonIsWrong(one, facts, spoken)
      })
    }
  }
}

/** Those of the simulated drives of which one side can be better, as the app orders them. */
const judgedMetrics = ['bandwidth', 'iops', 'transactions', 'latency_mean', 'latency_p95', 'latency_p99']

/** The notes of a sweep over the mix, in every metric; other notes are of other families. */
function auditMixes({ name, review }: World): void {
  const all = rawCampaigns(review)
  if (!all.every(({ detail }) => detail.plan.axes.some(({ key }) => key === 'read_percent'))) return
  for (const metric of ['bandwidth', 'iops', 'latency_mean']) {
    if (!all.every(({ rows }) => rows.some((row) => row.metric === metric))) continue
    const { notes } = figureOfReview(review, { kind: 'mix-sweep', campaignIds: [], metric })
    for (const { text } of notes) {
      if (readBack(text)?.[0]?.id.startsWith('mix-') !== true) continue
      audit(name, text, () => (said) => mixIsWrong(said, { campaigns: all, metric }))
    }
  }
}

/** Families of templates that are audited, by the start of their ids. */
const families = ['summary-', 'comparison-', 'mix-']

// The tests build on what the first has collected.
describe('what the app says of results', () => {
  it('is said by templates, over many campaigns', async () => {
    for (const world of await worlds()) {
      auditSummaries(world)
      if (world.isCompared) auditComparisons(world)
      auditMixes(world)
    }
    expect(campaigns).toBeGreaterThanOrEqual(40)
    expect(unread).toEqual([])
  })

  it('is true of the raw runs', () => {
    const false_ = audited.flatMap(({ world, said, wrong }) => {
      const text = wrong(said)
      return text === undefined ? [] : [`${world}: ${said.text} [${said.id}] ${text}`]
    })
    expect(false_).toEqual([])
  })

  it('has an example of every template', () => {
    const seen = new Set([...everySaid(audited.map(({ said }) => said))].map(({ id }) => id))
    const own = [...templates.keys()].filter((id) => families.some((family) => id.startsWith(family)))
    expect(own.length).toBeGreaterThan(50)
    expect(own.filter((id) => !seen.has(id))).toEqual([])
  })

  it('would be found wrong with any other name, number, unit or word in it', () => {
    const detected = new Map<string, boolean>()
    for (const { said, wrong } of audited)
      for (const mutant of mutants(said)) {
        if (detected.get(mutant.slot) === true) continue
        const read = readBack(mutant.text)
        const isFound =
          read === undefined || read.some((one) => one.id !== said.id || wrong(one) !== undefined)
        detected.set(mutant.slot, isFound)
      }
    expect(detected.size).toBeGreaterThan(0)
    expect([...detected].filter(([, isFound]) => !isFound).map(([slot]) => slot)).toEqual([])
  })
})
