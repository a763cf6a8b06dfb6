import { formatBytes } from '../../units/bytes'
import { template } from '../../words/template'
import { cleanText, textLimits } from './clean-text'
import type { Figure, FigureStatistic } from './figure'
import type { SmallPrintLength } from './figure-look'
import type { CampaignProvenance, FigureProvenance } from './provenance'

const commandsDiffer = template(
  'print-commands-differ',
  'The commands of {campaigns} other campaigns differ in their options.',
  { campaigns: 'count' },
)

/** Provenance as lines below a figure; what several campaigns share is given once. `statistics`: in words. */
export function smallPrint(
  provenance: FigureProvenance,
  statistic: FigureStatistic,
  statistics = statisticText(statistic, provenance),
): readonly string[] {
  const { campaigns } = provenance
  if (campaigns.length === 0) return []
  const perCampaign = campaigns.map(facts)
  const isShared = ({ text }: Fact) => perCampaign.every((own) => own.some((fact) => fact.text === text))
  const shared = (perCampaign[0] ?? []).filter(isShared).map(({ text }) => text)
  const own = perCampaign.map((all) => all.filter((fact) => !isShared(fact)))
  const lines =
    campaigns.length > mostCampaigns
      ? differencesOf(own)
      : campaigns.flatMap(({ label }, at) => {
          // Its name may be the drive's, which is not said twice.
          const texts = (own[at] ?? []).flatMap(({ text }) => (text === label ? [] : [text]))
          return texts.length === 0 ? [] : [`${label}: ${texts.join(' · ')}`]
        })
  return [[...shared, statistics].join(' · '), ...lines, ...commandLines(campaigns)].map((line) =>
    cleanText(line, textLimits.smallPrint),
  )
}

/** In one line, what more campaigns than can be told one by one do not have in common: few values named, more counted. */
function differencesOf(own: readonly (readonly Fact[])[]): readonly string[] {
  const byKind = new Map<string, string[]>()
  for (const { kind, text } of own.flat()) byKind.set(kind, [...(byKind.get(kind) ?? []), text])
  const differences = [...byKind].map(([kind, texts]) => {
    const values = [...new Set(texts)]
    const of = texts.length < own.length ? ` (of ${String(texts.length)} campaigns)` : ''
    return `${values.length > mostNames ? `${String(values.length)} ${kind}` : values.join(', ')}${of}`
  })
  return differences.length === 0 ? [] : [`${String(own.length)} campaigns: ${differences.join(' · ')}`]
}

/** The small print of a figure at the length requested by the figure itself, otherwise by its publication. */
export function printedSmallPrint(
  { smallPrint, print }: Pick<Figure, 'smallPrint' | 'print'>,
  usual: SmallPrintLength = 'full',
): readonly string[] {
  const length = print?.length ?? usual
  if (print === undefined || length === 'full') return smallPrint
  return print[length]
}

/** More campaigns than this do not get a line each. */
const mostCampaigns = 8
/** More values than this are counted, not named. */
const mostNames = 3
/** More differing options than this are not listed individually. */
const mostOptions = 8

/** The command of one case; for other campaigns only the options that differ, apart from those of the case. */
function commandLines(campaigns: readonly CampaignProvenance[]): readonly string[] {
  const first = campaigns.find(({ command }) => command !== undefined)
  if (first?.command === undefined) return []
  const own = optionsOf(first.command)
  const others = new Map<string, string[]>()
  for (const { command, commandCase, label } of campaigns) {
    if (command === undefined || commandCase !== first.commandCase) continue
    const all = optionsOf(command)
    const different = all.filter((option) => !own.includes(option))
    // An option with another value is told once, by its own.
    const names = new Set(different.map(optionName))
    const absent = own.filter((option) => !all.includes(option) && !names.has(optionName(option)))
    if (different.length + absent.length === 0) continue
    const text = [
      ...optionsText('with', different, 'other options'),
      ...optionsText('without', absent, 'of those'),
    ].join(', ')
    others.set(text, [...(others.get(text) ?? []), label])
  }
  const rest =
    others.size > mostCampaigns
      ? [commandsDiffer({ campaigns: [...others.values()].flat().length })]
      : [...others].map(([text, labels]) => `${namesOf(labels)}: ${text}`)
  const of = rest.length === 0 ? '' : ` of ${first.label}`
  return [`One case${of}, without reporting options: ${first.command}`, ...rest]
}

function optionsText(word: string, options: readonly string[], many: string): readonly string[] {
  if (options.length === 0) return []
  return [`${word} ${options.length > mostOptions ? `${options.length} ${many}` : options.join(' ')}`]
}

function namesOf(labels: readonly string[]): string {
  if (labels.length <= mostCampaigns) return labels.join(', ')
  return `${labels.slice(0, mostNames).join(', ')} and ${String(labels.length - mostNames)} more`
}

/** `direct` of `--direct=1`. */
function optionName(option: string): string {
  return option.replace(/=.*$/s, '')
}

/** The options of a command without the file, which has another name in every campaign. */
function optionsOf(command: string): readonly string[] {
  return command
    .split(/[\s()]+/)
    .filter((option) => option !== '' && !/^(--)?(filename|directory)=|\.data$|^job:$/.test(option))
}

interface Fact {
  /** What it is one of, in the plural. */
  readonly kind: string
  readonly text: string
}

function facts(campaign: CampaignProvenance): readonly Fact[] {
  const { device, firmware, kernel, fileSystem, mountOptions, fileSizeBytes, setSizeBytes, memoryBytes } =
    campaign
  const found: readonly (readonly [kind: string, text: string | undefined])[] = [
    ['sources', campaign.printedIn && `printed in ${campaign.printedIn}`],
    ['tools', campaign.tool],
    ['devices', device && (firmware === undefined ? device : `${device}, firmware ${firmware}`)],
    ['hosts', campaign.host && `host ${campaign.host}`],
    ['kernels', kernel && kernelText(kernel)],
    ['I/O schedulers', campaign.scheduler && `I/O scheduler ${campaign.scheduler}`],
    [
      'file systems',
      fileSystem && (mountOptions === undefined ? fileSystem : `${fileSystem} (${mountOptions})`),
    ],
    ['file sizes', fileSizeBytes === undefined ? undefined : `file ${formatBytes(fileSizeBytes)}`],
    ['sizes', setSizeBytes === undefined ? undefined : `size ${formatBytes(setSizeBytes)}`],
    ['memory sizes', memoryBytes === undefined ? undefined : `memory ${formatBytes(memoryBytes)}`],
    ['kinds of data', campaign.dataPattern],
    ['preparations', campaign.preconditioning],
    [
      'kinds of rounds',
      campaign.steadyRounds && `${campaign.steadyRounds}, values and intervals of a selected window`,
    ],
    ['orders of runs', campaign.order],
    ['sets of recordings', campaign.recorded && `recorded: ${campaign.recorded}`],
    ['days', daysText([campaign])],
  ]
  return found.flatMap(([kind, text]) => (text === undefined || text === '' ? [] : [{ kind, text }]))
}

function kernelText(kernel: string): string {
  return /^\d/.test(kernel) ? `Linux ${kernel}` : kernel
}

/** First and last day of these campaigns in UTC, so that a figure prints the same everywhere; empty if none is known. */
export function daysText(campaigns: readonly CampaignProvenance[]): string {
  const found = campaigns
    .flatMap(({ startedAtMs, endedAtMs }) => [startedAtMs, endedAtMs])
    .flatMap((atMs) => {
      const date = new Date(atMs ?? Number.NaN)
      return Number.isNaN(date.getTime()) ? [] : [date.toISOString().slice(0, 10)]
    })
    .sort()
  const [first = '', last = first] = [found[0], found.at(-1)]
  return first === last ? first : `${first} to ${last}`
}

function statisticText(statistic: FigureStatistic, { campaigns }: FigureProvenance): string {
  // How wide the interval of a printed mean is, and whether there is one, is in the caption.
  if (campaigns.every(({ printedIn }) => printedIn !== undefined)) return 'statistics: means as printed'
  if (statistic === 'harmonic') return 'statistics: harmonic mean of the runs\u2019 rates'
  return statistic === 'mean' ? 'statistics: mean, Student t' : 'statistics: robust (median)'
}
