import { describe, expect, it } from 'vitest'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import type { FigureSettings } from '../../../src/core/figures/kinds/figure-kinds'
import { Audit, patience } from './audited'
import { drawnIsWrong } from './check-drawn'
import { contentIsWrong } from './check-content'
import { provenanceIsWrong, titleIsWrong } from './check-titles'
import { loadIsWrong } from './check-load'
import { mixIsWrong } from './check-mix'
import { rankingIsWrong } from './check-ranking'
import { drawnCampaigns, type DrawnFacts } from './drawn'
import { type RawCampaign, rawCampaigns } from './raw-facts'
import type { Said } from './read-back'
import { figureFamilies } from './families'
import { figureWorlds } from './figure-worlds'
import { type World, worlds } from './worlds'

const said = new Audit()
/** Titles, subtitles and provenance that are not true. */
const headed: string[] = []

/** What a figure of runs says: its caption and its notes, those of a panel by what is in that panel. */
function auditFigure<Facts extends DrawnFacts>(
  { name }: World,
  facts: Facts,
  wrong: (said: Said, facts: Facts) => string | undefined,
): void {
  const { figure } = facts
  const { ofLines, titles = [] } = figure.panels ?? {}
  const panels = facts.facet === undefined || ofLines === true ? [] : titles
  const ofPanels = panels.map((title, at) => ({ ...facts, panel: { at, title } }))
  const told =
    figure.kind === 'ranking'
      ? figure.notes.flatMap(({ text, advice }) => [text, advice ?? ''])
      : figure.notes.map(({ text }) => text)
  for (const text of [figure.caption, ...told])
    for (const { own, title } of byPanel(text, panels)) {
      // What is said of no panel is true of each.
      const named = ofPanels.filter(({ panel }) => panel.title === title)
      const known = named.length > 0 ? named : ofPanels
      const isOfPanels = ({ id }: Said) => known.length > 0 && !/^(panels|look|reserved)-/.test(id)
      const check = (one: Said) =>
        (isOfPanels(one) ? known : [facts])
          .map((each) => wrong(one, each))
          .find((found) => found !== undefined)
      if (own !== '') said.add(`${name}, ${figure.kind}`, own, () => check, families)
    }
  const isHeaded = facts.facet === undefined && !/many|contention|curves/.test(name)
  for (const wrongText of isHeaded ? [titleIsWrong(facts), provenanceIsWrong(facts)] : [])
    if (wrongText !== undefined)
      headed.push(`${name}, ${figure.kind}: ${figure.title} / ${figure.subtitle}: ${wrongText}`)
  for (const line of figure.smallPrint)
    if (smallSentence.test(line))
      said.add(`${name}, ${figure.kind}`, line, () => (one) => wrong(one, facts), families)
}

/** Lines of small print about fits; others are audited elsewhere. */
const smallSentence = /^USL fit|no contention model/

/** A text in the parts that begin with the title of a panel. */
function byPanel(text: string, titles: readonly string[]) {
  const starts = titles
    .flatMap((title) => {
      const at = ` ${text}`.indexOf(` ${title}: `)
      return at < 0 ? [] : [{ title, at }]
    })
    .sort((one, other) => one.at - other.at)
  const before = { own: text.slice(0, starts[0]?.at).trim(), title: undefined }
  return [
    before,
    ...starts.map(({ title, at }, place) => ({
      own: text.slice(at + title.length + 2, starts[place + 1]?.at).trim(),
      title,
    })),
  ]
}

const sweeps: readonly Partial<FigureSettings>[] = [
  {},
  ...([
    { statistic: 'median' },
    { statistic: 'harmonic' },
    { showDots: false },
    { showIntervals: false },
  ] as const),
  ...([{ facet: 'block_size' }, { facet: 'test' }, { yFromZero: false }, { showReference: true }] as const),
]

function auditSweeps(world: World, campaigns: readonly RawCampaign[]): void {
  const { review } = world
  const published = review.published()
  const excluded = review.excludedRuns()
  for (const metric of metricsOf(world, campaigns))
    for (const one of world.name === 'many lines' ? [...sweeps, { facet: 'queue_depth' }] : sweeps) {
      const settings = { ...one, kind: 'mix-sweep', campaignIds: [], metric } as FigureSettings
      const figure = figureOfReview(review, settings)
      const facts: DrawnFacts = {
        ...{ campaigns, published, excluded, figure, metrics: [figure.metric] },
        ...(one.facet !== undefined && { facet: one.facet }),
      }
      const isOfMeans = one.facet === undefined && one.statistic === undefined
      auditFigure(world, facts, (each, own) => {
        if (!each.id.startsWith('mix-')) return drawnIsWrong(each, own)
        return isOfMeans ? mixIsWrong(each, { campaigns: drawnCampaigns(own), metric }) : undefined
      })
    }
}

function auditRankings(world: World, campaigns: readonly RawCampaign[]): void {
  const { review } = world
  const published = review.published()
  for (const metric of metricsOf(world, campaigns))
    for (const cases of ['all', 'one'] as const) {
      const ranked = figureOfReview(review, { kind: 'ranking', campaignIds: [], metric, cases })
      const last = ranked.series.flatMap(({ points }) => points).at(-1)?.name
      for (const relativeTo of last === undefined ? [undefined] : [undefined, last, 'Nobody']) {
        const settings = { kind: 'ranking', campaignIds: [], metric, cases } as const
        const figure = relativeTo === undefined ? ranked : figureOfReview(review, { ...settings, relativeTo })
        const facts = {
          ...{ campaigns, published, figure, metrics: [metric], isOne: cases === 'one' },
          excluded: review.excludedRuns(),
          ...(relativeTo === last && last !== undefined && { reference: last }),
        }
        // Percentiles of histograms are in no row.
        const isKnown = ({ id }: Said) => world.known === undefined || /few-runs|uneven/.test(id)
        auditFigure(world, facts, (one, own) => (isKnown(one) ? rankingIsWrong(one, own) : undefined))
      }
    }
}

const loads: readonly Partial<FigureSettings>[] = [
  {},
  ...([{ statistic: 'median' }, { showIntervals: false }, { showDots: false }] as const),
]
const rates = ['iops', 'bandwidth', 'transactions']
const latencies = ['latency_p99', 'latency_p95', 'latency_mean']

function auditLoads(world: World, campaigns: readonly RawCampaign[]): void {
  const { review } = world
  const published = review.published()
  const has = (metric: string) => campaigns.some(({ rows }) => rows.some((row) => row.metric === metric))
  const second = ['iops', 'queries', 'nonsense']
  if (campaigns.some(({ detail }) => detail.plan.axes.some(({ key }) => key === 'queue_depth'))) {
    const settings = {
      kind: 'fill-level',
      campaignIds: [],
      metric: 'iops',
      secondMetric: 'iops/read',
    } as const
    const figure = figureOfReview(review, settings)
    const facts = { campaigns, published, figure, metrics: ['iops'] }
    auditFigure(world, facts, (one, own) =>
      (one.id.startsWith('second-') ? loadIsWrong : contentIsWrong)(one, own),
    )
  }
  const isOnlyScaling = world.name === 'contention'
  for (const kind of ['latency-throughput', 'scaling', 'offered-load'] as const)
    for (const one of [
      ...loads,
      ...(kind === 'scaling' ? second.map((secondMetric) => ({ secondMetric })) : []),
    ]) {
      if (isOnlyScaling && (kind !== 'scaling' || Object.keys(one).length > 0)) continue
      const settings = {
        ...one,
        kind,
        campaignIds: [],
        metric: has('transactions') ? 'transactions' : 'iops',
      }
      const figure = figureOfReview(review, settings as FigureSettings)
      const metrics = [...rates, ...latencies].filter(has)
      auditFigure(world, { campaigns, published, figure, metrics }, loadIsWrong)
    }
}

const contents: readonly Partial<FigureSettings>[] = [
  {},
  ...([
    { statistic: 'median' },
    { statistic: 'harmonic' },
    { showIntervals: false },
    { xScale: 'true' },
    { amount: 'percent' },
  ] as const),
]

/** Figures of data content and of fill levels. */
function auditContents(world: World, campaigns: readonly RawCampaign[]): void {
  const { review } = world
  const published = review.published()
  const kinds = ['compressibility', 'compressibility-bars', 'fill-level'] as const
  for (const metric of metricsOf(world, campaigns))
    for (const kind of kinds)
      for (const one of contents) {
        if ('amount' in one && kind !== 'fill-level') continue
        const settings = { ...one, kind, campaignIds: [], metric } as FigureSettings
        const figure = figureOfReview(review, settings)
        auditFigure(world, { campaigns, published, figure, metrics: [metric] }, contentIsWrong)
      }
}

function metricsOf({ asked, review }: World, campaigns: readonly RawCampaign[]): readonly string[] {
  const measured = [...campaigns.flatMap(({ rows }) => rows), ...review.published()].map(
    ({ metric }) => metric,
  )
  return asked ?? [...judged, 'database_write_amplification'].filter((one) => measured.includes(one))
}

const judged = ['bandwidth', 'iops', 'transactions', 'latency_mean', 'latency_p95', 'latency_p99']

const families = figureFamilies

// The tests build on what the first has collected.
describe('what figures of runs say', { timeout: patience }, () => {
  it('is said by templates', async () => {
    for (const world of [...(await worlds()), ...figureWorlds()]) {
      const campaigns = rawCampaigns(world.review)
      if (world.isLarge === true || campaigns.length === 0) continue
      if (world.name === 'contention') {
        auditLoads(world, campaigns)
        continue
      }
      if (world.known === undefined) auditSweeps(world, campaigns)
      auditRankings(world, campaigns)
      if (world.name === 'nothing yet') {
        const settings = { kind: 'results-table', campaignIds: [], metric: 'iops' } as const
        const facts = {
          campaigns,
          published: [],
          figure: figureOfReview(world.review, settings),
          metrics: [],
        }
        auditFigure(world, facts, drawnIsWrong)
      }
      if (/load|depths|databases|one run/.test(world.name)) auditLoads(world, campaigns)
      if (/content|fill|capacity|sandforce/.test(world.name)) auditContents(world, campaigns)
    }
    expect(said.unread).toEqual([])
  })

  it('has true titles and provenance', () => {
    expect([...new Set(headed)]).toEqual([])
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
