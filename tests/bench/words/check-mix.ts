import { intervalIsWrong, logIntervalOf, percentIsWrong } from './check-comparison'
import { meanTextIsWrong } from './check-summary'
import { type Group, groupsOf } from './groups'
import { isPrinted, meanOf, type RawCampaign } from './raw-facts'
import { type Said, wrongIf } from './read-back'

/** The campaigns of a sweep over the read share, and the metric that it shows. */
export interface MixFacts {
  readonly campaigns: readonly RawCampaign[]
  readonly metric: string
}

interface Mix extends Group {
  readonly reads: number
}

/** The mixes of the line that a note speaks of, by what its name says of campaign and levels. */
function lineOf({ campaigns, metric }: MixFacts, name: string | undefined): readonly Mix[] | string {
  const parts = name === undefined ? [] : plain(name).split(/, | · /)
  const own = campaigns.flatMap((campaign) => {
    const { detail } = campaign
    const device = detail.hostRecord.device?.model ?? detail.device
    const marks = [device, detail.configuration, detail.name]
    const mixes = groupsOf(campaign, metric).flatMap((group): readonly Mix[] => {
      const reads = /^(\d+)\u202f% read$/u.exec(
        group.texts.find((text) => text.endsWith('% read')) ?? '',
      )?.[1]
      const isOwn = parts.every((part) => [...marks, ...group.texts].map(plain).includes(part))
      return reads === undefined || !isOwn ? [] : [{ ...group, reads: Number(reads) }]
    })
    return mixes.length === 0 ? [] : [mixes]
  })
  const [only, ...others] = own
  if (only === undefined) return `no line is ${name ?? ''}`
  const isClear = others.length === 0 && new Set(only.map(({ reads }) => reads)).size === only.length
  return isClear ? only : `${name ?? ''} is several lines`
}

/** Figures keep a number and its unit on one line, also in names. */
function plain(text: string): string {
  return text.replaceAll('\u202f', ' ')
}

function readsOf(mix = ''): number {
  return plain(mix) === '100 % writes' ? 0 : Number(/^(\d+) % reads$/.exec(plain(mix))?.[1] ?? NaN)
}

/** Holds a note about a mix against the runs. */
export function mixIsWrong(said: Said, facts: MixFacts): string | undefined {
  const line = lineOf(facts, said.parts.get('line')?.[0]?.slots.get('line'))
  if (typeof line === 'string') return line
  const sign = facts.metric.startsWith('latency') ? -1 : 1
  const mean = (mix: Mix | undefined) => meanOf(mix?.values ?? [])
  const at = (reads: number) => line.find((one) => one.reads === reads)
  const extreme = line.reduce((worst, one) => (sign * mean(one) < sign * mean(worst) ? one : worst))
  const unit = facts.campaigns[0]?.rows.find(({ metric }) => metric === facts.metric)?.unit
  const [reads, writes] = [at(100), at(0)]
  const end = sign * mean(reads) < sign * mean(writes) ? reads : writes
  if (said.id === 'mix-alike') {
    if (said.slots.get('way')?.startsWith('T') !== (said.parts.get('line')?.length === 0)) return 'its case'
    return line.every((one) => mean(one) === mean(extreme))
      ? wrongIf(
          !isPrinted((said.slots.get('mean') ?? '').replace(/ \(.*$/, ''), mean(extreme), unit),
          'another mean',
        )
      : 'some mixes differ'
  }
  const named = at(readsOf(said.slots.get('mix')))
  if (named === undefined) return 'no such mix was measured'
  switch (said.id) {
    case 'mix-extreme': {
      if ((said.slots.get('way') ?? '').toLowerCase() !== (sign > 0 ? 'lowest' : 'highest'))
        return 'it is the other end'
      if (said.slots.get('way')?.startsWith(said.parts.get('line')?.length ? 'L' : 'l') === true)
        return 'its case'
      if (mean(named) !== mean(extreme)) return `the extreme is at ${String(extreme.reads)} % reads`
      return meanTextIsWrong(said.slots.get('mean') ?? '', named.values, unit)
    }
    case 'mix-none-worse':
      if (said.slots.get('no')?.startsWith('N') !== (said.parts.get('line')?.length === 0)) return 'its case'
      return mean(named) === mean(extreme) && mean(named) === mean(end) ? undefined : 'a mix is worse'
    case 'mix-against-worse':
      return named === end ? changeIsWrong(said, end, extreme) : 'the other end is worse'
    case 'mix-from-half':
      return named === writes ? changeIsWrong(said, at(50), writes) : 'it is no pure write'
    default:
      return 'nothing checks it'
  }
}

function changeIsWrong(said: Said, from: Mix | undefined, to: Mix | undefined): string | undefined {
  const [a, b] = [from?.values ?? [], to?.values ?? []]
  const [, percent = '', interval] =
    /^(\S+\u202f%)(?: \(95\u202f% interval (.*)\))?/u.exec(said.slots.get('change') ?? '') ?? []
  const ends = logIntervalOf(a, b)
  return (
    percentIsWrong(percent, 100 * (meanOf(b) / meanOf(a) - 1)) ??
    (interval === undefined || ends === undefined ? undefined : intervalIsWrong(interval, ends))
  )
}
