import { describe, expect, it } from 'vitest'
import { casesOfCampaign } from '../../../src/bench/articles/measured-cases'
import { campaignSentences } from '../../../src/core/document/campaign-summary'
import type { ReviewReader } from '../../../src/bench/store/review-store'
import type { Comparison } from '../../../src/core/comparison/comparison'
import type { ComparisonSettings } from '../../../src/core/comparison/comparison-settings'
import { answerText } from '../../../src/core/comparison/texts/answer-text'
import { summaryText } from '../../../src/core/comparison/texts/summary-text'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import { ComparisonError } from '../../../src/core/comparison/comparison-error'
import { Audit, patience } from './audited'
import { adviceIsWrong } from './check-advice'
import { answeredMetric, answerIsWrong } from './check-answer'
import { adviceFamilies, paragraphFamilies } from './families'
import { type ComparedFacts, comparedIsWrong } from './check-compared'
import { comparisonIsWrong, spokenMetric } from './check-comparison'
import { mixIsWrong } from './check-mix'
import { summaryFacts, summaryIsWrong } from './check-summary'
import { printedIsWrong, printedPairs, printedReview } from './printed'
import { type RawCampaign, rawCampaigns } from './raw-facts'
import { readBack } from './read-back'
import { type World, worlds } from './worlds'

const said = new Audit()
const audit = said.add.bind(said)
let campaigns = 0

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

const axesOf = ({ detail }: RawCampaign) => detail.plan.axes.map(({ key }) => key).join()

/** Each campaign with the one before of the same axes, and what compares the two, each choice once. */
function pairsOf({ review }: World) {
  const all = rawCampaigns(review)
  const side = ({ detail }: RawCampaign) => [{ key: 'campaign', value: String(detail.id) }]
  return all.flatMap((candidate, at) => {
    const baseline = all[at - 1]
    if (baseline === undefined || axesOf(baseline) !== axesOf(candidate)) return []
    const known = new Map<string, Comparison>()
    const sides = { baseline: side(baseline), candidates: [side(candidate)] }
    const compare = (choice: Choice, own: Own = accepted) => {
      const settings = { ...sides, ...choice, ...own }
      const key = JSON.stringify(settings)
      const comparison = known.get(key) ?? review.compare(settings)
      known.set(key, comparison)
      return { settings, comparison }
    }
    return [{ baseline, candidate, compare }]
  })
}

/** The summary of each comparison, in the metric that is chosen and in others. */
function auditComparisons({ name, metric: only, known, isLarge }: World, pairs: Pairs): void {
  for (const { baseline, candidate, compare } of pairs) {
    const metrics = new Set(candidate.rows.map(({ metric }) => metric))
    const asked: readonly Choice[] =
      only === undefined
        ? [{}, { metric: 'iops' }, { metric: 'latency_mean' }, { metric: 'all' }, { mode: 'sigma' }]
        : [{ metric: only }]
    for (const choice of asked.slice(0, isLarge === true ? 1 : undefined)) {
      const { metric } = choice
      if (known === undefined && metric !== undefined && metric !== 'all' && !metrics.has(metric)) continue
      audit(name, summaryText(compare(choice).comparison), (all) => {
        const spoken = spokenMetric(all)
        const others =
          metric === 'all' ? judgedMetrics.filter((one) => metrics.has(one) && one !== spoken) : []
        const facts = { baseline, candidate, others, isSigma: 'mode' in choice, ...(known && { known }) }
        return (one) => comparisonIsWrong(one, facts, spoken)
      })
      const { comparison } = compare(choice)
      for (const one of comparison.candidates) {
        const answer = known === undefined ? answerText(comparison, one) : undefined
        if (answer === undefined) continue
        audit(name, answer, (all) => {
          const metric = answeredMetric(all)
          return (said) => answerIsWrong(said, { baseline, candidate }, metric)
        })
      }
    }
  }
}

/** The figures and tables of the same pairs, and why they are refused until the factor is named and the rest accepted. */
function auditCompared({ name, known, isLarge, ...world }: World, pairs: Pairs): void {
  if (known !== undefined) return
  const review = readOnce(world.review)
  for (const { baseline, candidate, compare } of pairs) {
    const isMeasured = (metric: string) =>
      [baseline, candidate].every(({ rows }) => rows.some((row) => row.metric === metric))
    const measured = judgedMetrics.filter(isMeasured)
    if (measured.length === 0) continue
    const choices: readonly Choice[] = [
      ...[{}, { metric: 'latency_mean' }, { metric: 'latency_p99' }, { metric: 'all' }],
      ...[{ mode: 'sigma' } as const, { mode: 'robust' } as const],
    ]
    for (const choice of choices.slice(0, isLarge === true ? 1 : undefined)) {
      if (choice.metric?.startsWith('latency') === true && !measured.includes(choice.metric)) continue
      const metrics =
        choice.metric === 'all' ? measured : [choice.metric ?? measured[0] ?? ''].filter((one) => one !== '')
      const { mode = 'default' } = choice
      const isFirst = mode === 'default' && choice.metric === undefined
      for (const kind of mode === 'robust'
        ? drawnKinds
        : choice.metric === undefined
          ? comparedKinds
          : notedKinds) {
        const isBars = kind === 'comparison'
        const drawn: ComparedFacts = {
          ...{ baseline, candidate, mode, isSigma: mode === 'sigma', isByRanks: mode === 'robust' },
          ...{ marks: undefined, kind, metrics, hidden: [] },
        }
        for (const own of isFirst && kind === 'percent-difference' ? refusable : [accepted]) {
          const told = (text: string, shown: Partial<ComparedFacts> = {}) => {
            const facts = { ...drawn, ...own, ...shown }
            audit(name, text, () => (said) => comparedIsWrong(said, facts), comparedFamilies)
          }
          const { settings, comparison } = compare(choice, own)
          try {
            const figure = figureOfReview(
              review,
              {
                ...{ campaignIds: [], metric: metrics[0] ?? '', comparison: settings },
                ...(kind === 'comparison' ? { kind, showFactors: true } : { kind }),
              },
              { comparison, mostRows: 0 },
            )
            const marks = figure.series
              .flatMap(({ points }) => points)
              .filter(({ y }) => y !== undefined).length
            const isCut = figure.notes.some(({ text }) => text.includes('not fit'))
            const shown = {
              ...(isCut && { marks: isBars ? marks / 2 : marks }),
              ...(isBars && {
                metrics: [figure.metric],
                hidden: metrics.filter((metric) => metric !== figure.metric),
              }),
            }
            told(figure.caption, shown)
            if (kind === 'comparison-table' && choice.metric === undefined)
              for (const rows of ['changed', 'tests'] as const) {
                const asked = {
                  ...{ kind, rows, campaignIds: [], metric: metrics[0] ?? '' },
                  comparison: settings,
                }
                const { caption } = figureOfReview(review, asked, { comparison, mostRows: 0 })
                // The other sentences count the rows that are left.
                const own = /Only the cases[^.]*\.(?: Better and worse: a change.*?\(sigma rule\)\.)?/
                told(rows === 'changed' ? (own.exec(caption)?.[0] ?? caption) : caption, { ...shown, rows })
              }
            for (const { text } of isBars || kind === 'percent-difference' ? figure.notes : [])
              if (!isAdvice(text)) told(text, shown)
              else {
                const facts = { baseline, candidate, metrics }
                audit(name, text, () => (said) => adviceIsWrong(said, facts), adviceFamilies)
              }
          } catch (error) {
            if (!(error instanceof ComparisonError)) throw error
            told(`${error.message} ${error.remedy}`)
          }
        }
      }
    }
  }
}

/** The review with what every figure asks of its campaigns read once. */
function readOnce(review: ReviewReader): ReviewReader {
  const origins = new Map<number, ReturnType<ReviewReader['campaignOrigin']>>()
  const reserved = new Map<number, ReturnType<ReviewReader['reservedRuns']>>()
  return {
    ...review,
    campaignOrigin(id) {
      const found = origins.has(id) ? origins.get(id) : review.campaignOrigin(id)
      origins.set(id, found)
      return found
    },
    reservedRuns(id) {
      const found = reserved.get(id) ?? review.reservedRuns(id)
      reserved.set(id, found)
      return found
    },
  }
}

type Choice = Pick<ComparisonSettings, 'metric' | 'mode'>
type Pairs = ReturnType<typeof pairsOf>
type Own = Pick<ComparisonSettings, 'factors' | 'acceptance'>

const acceptance = 'both were measured on one bench'
const factors = ['device', 'configuration']
const accepted: Own = { factors, acceptance }
const refusable: readonly Own[] = [{}, { factors }, accepted]
const drawnKinds = ['percent-difference', 'comparison'] as const
const notedKinds = ['percent-difference', 'comparison', 'comparison-table'] as const
const comparedFamilies = ['compared-', 'table-', 'refused-']
const comparedKinds = [
  'percent-difference',
  'advantage',
  'comparison',
  'comparison-table',
  'advantage-table',
] as const

/** Figures of printed numbers, of which only differences, means without their runs, or one side was printed. */
function auditPrinted(): void {
  const review = printedReview()
  for (const pair of printedPairs) {
    const side = (value: string) => [{ key: 'configuration', value }]
    const comparison = {
      ...{ baseline: side(pair.baseline), candidates: [side(pair.candidate)] },
      ...{ metric: 'iops', acceptance },
    }
    for (const kind of comparedKinds) {
      if (kind === 'comparison' && pair.estimate === 'compared-printed-difference') continue
      const { caption, notes } = figureOfReview(review, { kind, campaignIds: [], metric: 'iops', comparison })
      const geometric = notes.map(({ text }) => text).filter((text) => text.includes('geometric'))
      for (const text of [caption.replace(/ Also different: .*? Accepted: [^.]+\./, ''), ...geometric])
        audit('printed', text, () => (said) => printedIsWrong(said, pair), comparedFamilies)
    }
  }
}

/** What a reader is told besides the differences. */
function isAdvice(text: string): boolean {
  return /^(advice|missed|latency)-/.test(readBack(text)?.[0]?.id ?? '')
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

const families = paragraphFamilies

// The tests build on what the first has collected.
describe('what the app says of results', { timeout: patience }, () => {
  it('is said by templates, over many campaigns', async () => {
    for (const world of await worlds()) {
      auditSummaries(world)
      const pairs = world.isCompared ? pairsOf(world) : []
      auditComparisons(world, pairs)
      auditCompared(world, pairs)
      auditMixes(world)
    }
    auditPrinted()
    expect(campaigns).toBeGreaterThanOrEqual(40)
    expect(said.unread).toEqual([])
  })

  it('is true of the raw runs', () => {
    expect(said.false()).toEqual([])
  })

  it('has an example of every template', () => {
    expect(said.unseen(families)).toEqual([])
  })

  it('would be found wrong with any other name, number, unit or word in it', () => {
    expect(said.undetected()).toEqual([])
  })
})
