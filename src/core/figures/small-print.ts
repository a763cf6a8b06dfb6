import { formatBytes } from '../units/bytes'
import { cleanText, textLimits } from './clean-text'
import type { Figure, FigureStatistic } from './figure'
import type { SmallPrintLength } from './figure-look'
import type { CampaignProvenance, FigureProvenance } from './provenance'

/** Provenance as lines at the foot of a figure; what several campaigns share is said once. `statistics`: in words. */
export function smallPrint(
  provenance: FigureProvenance,
  statistic: FigureStatistic,
  statistics = statisticText(statistic),
): readonly string[] {
  const { campaigns } = provenance
  if (campaigns.length === 0) return []
  const perCampaign = campaigns.map(facts)
  const shared = (perCampaign[0] ?? []).filter((fact) => perCampaign.every((own) => own.includes(fact)))
  const lines = [[...shared, statistics].join(' · ')]
  campaigns.forEach((campaign, index) => {
    const own = (perCampaign[index] ?? []).filter((fact) => !shared.includes(fact))
    if (own.length > 0) lines.push(`${campaign.label}: ${own.join(' · ')}`)
  })
  return [...lines, ...commandLines(campaigns)].map((line) => cleanText(line, textLimits.smallPrint))
}

/** The small print of a figure as long as it is asked for: by the figure itself, else by what it is printed in. */
export function printedSmallPrint(
  { smallPrint, print }: Pick<Figure, 'smallPrint' | 'print'>,
  usual: SmallPrintLength = 'full',
): readonly string[] {
  const length = print?.length ?? usual
  if (print === undefined || length === 'full') return smallPrint
  return print[length]
}

/** More options than this that differ are not told one by one. */
const mostOptions = 8

/** The command of one case; of other campaigns the options in which theirs differs, other than by the case. */
function commandLines(campaigns: readonly CampaignProvenance[]): readonly string[] {
  const first = campaigns.find(({ command }) => command !== undefined)
  if (first?.command === undefined) return []
  const own = optionsOf(first.command)
  const others = new Map<string, string[]>()
  for (const { command, commandCase, label } of campaigns) {
    if (command === undefined || commandCase !== first.commandCase) continue
    const different = optionsOf(command).filter((option) => !own.includes(option))
    if (different.length === 0) continue
    const text = different.length > mostOptions ? `${different.length} other options` : different.join(' ')
    others.set(text, [...(others.get(text) ?? []), label])
  }
  const rest = [...others].map(([text, labels]) => `${labels.join(', ')}: with ${text}`)
  const of = rest.length === 0 ? '' : ` of ${first.label}`
  return [`One case${of}, without reporting options: ${first.command}`, ...rest]
}

/** The options of a command without the file, which has another name in every campaign. */
function optionsOf(command: string): readonly string[] {
  return command
    .split(/[\s()]+/)
    .filter((option) => option !== '' && !/^(--)?(filename|directory)=|\.data$/.test(option))
}

function facts(campaign: CampaignProvenance): readonly string[] {
  const { device, firmware, kernel, fileSystem, mountOptions, fileSizeBytes, memoryBytes } = campaign
  const found = [
    campaign.printedIn && `printed in ${campaign.printedIn}`,
    campaign.tool,
    device && (firmware === undefined ? device : `${device}, firmware ${firmware}`),
    campaign.host && `host ${campaign.host}`,
    kernel && kernelText(kernel),
    campaign.scheduler && `I/O scheduler ${campaign.scheduler}`,
    fileSystem && (mountOptions === undefined ? fileSystem : `${fileSystem} (${mountOptions})`),
    fileSizeBytes === undefined ? undefined : `file ${formatBytes(fileSizeBytes)}`,
    memoryBytes === undefined ? undefined : `memory ${formatBytes(memoryBytes)}`,
    campaign.dataPattern,
    campaign.preconditioning,
    campaign.order,
    campaign.recorded && `recorded: ${campaign.recorded}`,
    campaign.startedAtMs === undefined ? undefined : dateText(campaign.startedAtMs),
  ]
  return found.flatMap((fact) => (fact === undefined || fact === '' ? [] : [fact]))
}

function kernelText(kernel: string): string {
  return /^\d/.test(kernel) ? `Linux ${kernel}` : kernel
}

/** Day in UTC, so that a figure prints the same everywhere. */
function dateText(atMs: number): string {
  const date = new Date(atMs)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10)
}

function statisticText(statistic: FigureStatistic): string {
  if (statistic === 'harmonic') return 'statistics: harmonic mean of the runs\u2019 rates'
  return statistic === 'mean' ? 'statistics: mean, Student t' : 'statistics: robust (median)'
}
