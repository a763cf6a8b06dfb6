import type { Metric } from '../../results/metrics'
import { largestOf } from '../../iterables'
import { cleanText, textLimits } from '../figure/clean-text'
import { sideBySide } from '../figure/category-axis'
import type { FigurePoint, FigureSeries } from '../figure/figure'
import { type Placed, runsOf } from '../ranking/placed-campaigns'
import { greyGroup } from '../dress/styled-series'
import type { UsualSettings } from '../figure/usual-settings'
import { type PricedCampaign, type PricedDevice, type PriceKind, priceOf } from './priced-devices'

/** Series, and what is on the x axis: names, or numbers up to the largest. */
interface Drawn {
  readonly series: readonly FigureSeries[]
  readonly x: { readonly ticks: readonly string[] } | { readonly largest: number }
}

function look(line: string, label: string): Omit<FigureSeries, 'points' | 'visible'> {
  return {
    ...{ id: line, line, label, lineLabel: label, part: 'total', partLabel: 'total', role: 'measured' },
    ...{ marker: 'circle', dash: 'solid', mark: 'point', group: 0 },
  }
}

/** Points with their names; those not beaten by anything cheaper are joined by a step line. */
export function scatterOf(
  measured: readonly PricedCampaign[],
  against: PriceKind,
  factor: number,
  better: Metric['better'],
  asked: UsualSettings,
): Drawn {
  const points = measured.flatMap(({ placed, priced }) => {
    const x = priceOf(priced, against)
    return x === undefined ? [] : [pointAt(x, placed, factor)]
  })
  const frontier = frontierOf(points, better)
  const visible = (line: string) => asked.hiddenSeries?.includes(line) !== true
  const others = points.filter((one) => !frontier.includes(one))
  const steps = frontier.flatMap((one, at) => {
    const before = frontier[at - 1]
    return before === undefined ? [one] : [{ ...one, y: before.y }, one]
  })
  const bare = ({ x, y }: FigurePoint): FigurePoint => ({ x, y, n: undefined, failedRuns: 0, dots: [] })
  const label = better === 'neither' ? 'devices' : 'nothing cheaper is better'
  const best: FigureSeries = {
    ...look('frontier', label),
    ...{ points: frontier, visible: visible('frontier') },
  }
  const rest: FigureSeries = {
    ...look('others', 'others'),
    ...({ group: greyGroup, marker: 'square' } as const),
    ...{ points: others, visible: visible('others') },
  }
  const line: FigureSeries = {
    ...look('frontier', label),
    ...({ id: 'frontier/line', partLabel: 'frontier', role: 'reference', mark: 'line' } as const),
    ...({ marker: 'none', dash: 'dashed' } as const),
    ...{ points: steps.map(bare), visible: visible('frontier') },
  }
  return {
    series: [
      best,
      ...(others.length === 0 ? [] : [rest]),
      ...(frontier.length < 2 || better === 'neither' ? [] : [line]),
    ],
    x: {
      largest: largestOf(
        points.map(({ x }) => x),
        0,
      ),
    },
  }
}

function pointAt(x: number, { campaign, estimate, known }: Placed, factor: number): FigurePoint {
  return {
    ...{ x, y: estimate.value / factor, name: campaign.label, tag: campaign.label },
    ...(estimate.low !== undefined && { low: estimate.low / factor }),
    ...(estimate.high !== undefined && { high: estimate.high / factor }),
    ...{ n: runsOf(campaign), failedRuns: campaign.failedRuns, dots: [] },
    ...known,
    facts: [
      ...(campaign.cases.some(({ printed }) => printed) ? ['printed mean'] : []),
      ...(known.reservations === undefined ? [] : [known.reservations]),
    ],
  }
}

/** Points that are better than all cheaper ones, cheapest first; for equal prices the best. All if none is better. */
function frontierOf(points: readonly FigurePoint[], better: Metric['better']): readonly FigurePoint[] {
  if (better === 'neither') return points
  const sign = better === 'lower' ? -1 : 1
  const worth = ({ y }: FigurePoint) => sign * (y ?? 0)
  const cheapestFirst = [...points].sort((one, other) => one.x - other.x || worth(other) - worth(one))
  let best = -Infinity
  return cheapestFirst.filter((point) => {
    // What is no result beats nothing.
    if (point.isInvalid === true) return false
    if (worth(point) <= best) return false
    best = worth(point)
    return true
  })
}

interface Bar {
  readonly name: string
  readonly point: Omit<FigurePoint, 'x'>
}

/** A bar for a price per something; none if the card does not give it. */
export function priceBar(one: PricedDevice, kind: PriceKind): readonly Bar[] {
  const y = priceOf(one, kind)
  if (y === undefined) return []
  return [
    { name: one.device.name, point: { y, name: one.device.name, n: undefined, failedRuns: 0, dots: [] } },
  ]
}

/** A bar for what a unit of money buys. */
export function perMoneyBar({ placed, priced }: PricedCampaign, factor: number): Bar {
  const { x: _, tag: __, ...point } = pointAt(0, placed, factor * priced.price)
  return { name: placed.campaign.label, point }
}

/** Bars of one colour, the best one first. */
export function barsOf(bars: readonly Bar[], best: 'most' | 'least', asked: UsualSettings): Drawn {
  const sign = best === 'most' ? -1 : 1
  const sorted = [...bars].sort((one, other) => sign * ((one.point.y ?? 0) - (other.point.y ?? 0)))
  return {
    series: [
      {
        ...look('all', 'all'),
        ...{ mark: 'bar', marker: 'square', group: 0, ...sideBySide(0, 1) },
        visible: asked.hiddenSeries?.includes('all') !== true,
        points: sorted.map(({ point }, x) => ({ x, ...point })),
      },
    ],
    x: { ticks: sorted.map(({ name }) => cleanText(name, textLimits.label)) },
  }
}
