import { largestOf } from '../units/iterables'
import type { ExcludedRun } from '../comparison/comparison-settings'
import { campaignProvenance } from '../figures/campaign-provenance'
import { cleanText, textLimits } from '../figures/clean-text'
import type { CampaignProvenance } from '../figures/provenance'
import { axisName, formatLevel, usualKind } from '../plan/format-level'
import type { CampaignOrigin } from '../results/campaign'
import { formatBytes, formatDecimalBytes } from '../units/bytes'
import { formatDuration } from '../units/durations'
import { formatCount } from '../units/number-format'
import { withinSentence } from '../units/plain-text'
import { markdownText } from './markdown'

/** What a facts block is written from. */
export interface FactsSource {
  /** In the order of the review. */
  readonly campaigns: readonly CampaignOrigin[]
  /** Runs of these campaigns that a person left out. */
  readonly excluded: readonly ExcludedRun[]
}

/** Sentences under topics; what several campaigns share is said once, else each is named. */
export function methodText({ campaigns, excluded }: FactsSource): string {
  if (campaigns.length === 0) return 'Nothing has been measured yet.'
  const told = campaigns.map((origin) => ({
    label: campaignProvenance(origin).label,
    topics: methodTopics(origin),
  }))
  const topics = [...new Set(told.flatMap((one) => one.topics.map(([topic]) => topic)))]
  const paragraphs = topics.map((topic) => {
    const texts = new Map<string, string[]>()
    for (const { label, topics: own } of told) {
      const text = own.find(([name]) => name === topic)?.[1]
      if (text !== undefined) texts.set(text, [...(texts.get(text) ?? []), label])
    }
    const isShared = texts.size === 1 && [...texts.values()][0]?.length === told.length
    const sentences = [...texts].map(([text, labels]) =>
      isShared ? text : `${markdownText([...new Set(labels)].join(', '))}: ${text}`,
    )
    return `**${topic}.** ${sentences.join(' ')}`
  })
  return [
    ...paragraphs,
    `**Statistics.** ${statisticsText}`,
    ...exclusions(excluded),
    ...commands(campaigns),
  ].join('\n\n')
}

const statisticsText =
  'Numbers are means of the runs of a case with their 95 % confidence interval (Student t), unless a caption says otherwise; single runs are shown as dots. ' +
  'Two sides are compared by the ratio of their means on the log scale with its 95 % interval; a difference counts as better or worse only where its p, adjusted over all cases of a metric (Benjamini-Hochberg), is at most 0.05 and its interval lies beyond the margin that the caption names. ' +
  'No run was dropped as an outlier.'

function methodTopics(origin: CampaignOrigin): readonly (readonly [topic: string, text: string])[] {
  const { campaign } = origin
  const facts = campaignProvenance(origin)
  if (campaign.source === 'published')
    return [
      [
        'Source',
        `The numbers were printed in ${markdownText(facts.printedIn ?? 'a source that is not recorded')}; their runs were not published.`,
      ],
    ]
  const topics: readonly (readonly [string, string | undefined])[] = [
    ['Machine', machineSentence(origin, facts)],
    ['Drive', driveSentence(facts)],
    ['Place', placeSentence(origin, facts)],
    ['Tool', toolSentence(origin, facts)],
    ['Cases', casesSentence(origin, facts)],
    ['Server configurations', configurationsSentence(facts)],
    [
      'Preparation',
      facts.preconditioning === undefined
        ? 'Nothing was done to the target before it was measured.'
        : sentence(facts.preconditioning),
    ],
    ['Order and repetitions', orderSentence(origin, facts)],
    ['Failures', failureSentence(facts)],
  ]
  return topics.flatMap(([topic, text]) => (text === undefined ? [] : [[topic, text] as const]))
}

function machineSentence(
  { campaign }: CampaignOrigin,
  { host, kernel, memoryBytes }: CampaignProvenance,
): string | undefined {
  const { cpu, distribution } = campaign.hostRecord
  const parts = [
    cpu?.model === undefined
      ? undefined
      : `the processor ${cpu.model}${cpu.logicalCores === undefined ? '' : ` with ${String(cpu.logicalCores)} logical cores`}`,
    memoryBytes === undefined ? undefined : `${formatBytes(memoryBytes)} of memory`,
    distribution,
    kernel === undefined ? undefined : /^\d/.test(kernel) ? `Linux ${kernel}` : kernel,
  ].filter((part) => part !== undefined)
  if (host === undefined && parts.length === 0) return undefined
  return sentence(
    [host === undefined ? 'The machine has' : `The machine, ${host}, has`, parts.join(', ')].join(' '),
    parts.length > 0,
  )
}

function driveSentence({ device, deviceBytes, firmware, scheduler }: CampaignProvenance): string | undefined {
  if (device === undefined) return undefined
  const parts = [
    deviceBytes === undefined ? undefined : formatDecimalBytes(deviceBytes),
    firmware === undefined ? undefined : `firmware ${firmware}`,
    scheduler === undefined ? undefined : `I/O scheduler ${scheduler}`,
  ].filter((part) => part !== undefined)
  return sentence(`The drive was ${[device, ...parts].join(', ')}`)
}

function placeSentence(
  { campaign }: CampaignOrigin,
  { fileSystem, mountOptions, fileSizeBytes }: CampaignProvenance,
): string | undefined {
  const { target } = campaign
  if (target.kind === 'none') return 'The load moved no data to a drive.'
  if (target.kind === 'device') return 'The drive was measured as a raw device, without a file system.'
  const size = fileSizeBytes === undefined ? 'a file' : `a file of ${formatBytes(fileSizeBytes)}`
  const on =
    fileSystem === undefined
      ? ''
      : ` on ${fileSystem}${mountOptions === undefined ? '' : `, mounted with ${mountOptions}`}`
  return sentence(`The runs worked on ${size}${on}`)
}

function toolSentence(
  { campaign }: CampaignOrigin,
  { tool, dataPattern, recorded }: CampaignProvenance,
): string | undefined {
  if (tool === undefined) return undefined
  const made = campaign.source === 'imported' ? 'Numbers are from output files of' : 'Measured with'
  const { runtime, ramp_time: ramp, direct } = campaign.plan.base
  const isMeasured = campaign.source === 'measured'
  const parts = [
    `${made} ${tool}`,
    isMeasured && typeof runtime === 'number' && runtime > 0
      ? `${formatDuration(runtime)} a run${typeof ramp === 'number' && ramp > 0 ? ` after ${formatDuration(ramp)} of warm-up` : ''}`
      : undefined,
    isMeasured && typeof direct === 'boolean'
      ? direct
        ? 'direct I/O'
        : 'through the page cache'
      : undefined,
    dataPattern,
    recorded === undefined ? undefined : `recorded beside each run: ${recorded}`,
  ].filter((part) => part !== undefined)
  return sentence(parts.join(', '))
}

/** Longer lists of levels are told by their ends. */
const mostLevels = 12

function casesSentence(_: CampaignOrigin, { axes }: CampaignProvenance): string | undefined {
  if (axes.length === 0) return undefined
  const parts = axes.map(({ key, levels }) => {
    const texts = levels.map((level) => formatLevel(level, usualKind(key)))
    const list = texts.length > mostLevels ? [...texts.slice(0, 3), '…', texts.at(-1) ?? ''] : texts
    return `${withinSentence(axisName(key))} (${list.join(', ')})`
  })
  return sentence(`Varied were ${parts.join('; ')}`)
}

function configurationsSentence({ configurations }: CampaignProvenance): string | undefined {
  return configurations && sentence(configurations.join('; '))
}

function orderSentence({ campaign }: CampaignOrigin, { order }: CampaignProvenance): string | undefined {
  if (campaign.source !== 'measured') return undefined
  const { repetitions, pauseSeconds, untilSteady, interleaved } = campaign.plan
  const runs =
    untilSteady === undefined
      ? `Each case was run ${repetitions === 1 ? 'once' : `${formatCount(repetitions)} times`}`
      : `Each case was run in rounds until the last five were steady, at most ${formatCount(repetitions)} times; only those five count`
  const parts = [
    runs,
    order,
    interleaved === undefined ? undefined : 'run by run in turn with other campaigns',
    pauseSeconds > 0 ? `with ${formatDuration(pauseSeconds)} of rest between two runs` : undefined,
  ].filter((part) => part !== undefined)
  return sentence(parts.join(', '))
}

function failureSentence({ failedRuns, openRuns }: CampaignProvenance): string | undefined {
  const parts = [
    failedRuns.length === 0
      ? ''
      : `${countOf(failedRuns.length, 'run')} failed and ${failedRuns.length === 1 ? 'is' : 'are'} in no number.`,
    openRuns === 0 ? '' : `${countOf(openRuns, 'run')} ${openRuns === 1 ? 'has' : 'have'} no result yet.`,
  ].filter((part) => part !== '')
  return parts.length === 0 ? undefined : parts.join(' ')
}

function exclusions(excluded: readonly ExcludedRun[]): readonly string[] {
  if (excluded.length === 0) return []
  const runs = excluded.map(
    ({ runId, reason }) => `run ${String(runId)} (${cleanText(reason, textLimits.subtitle)})`,
  )
  return [`**Left out by hand.** ${sentence(runs.join(', '))}`]
}

/** The command of one case of each campaign, each once. */
function commands(campaigns: readonly CampaignOrigin[]): readonly string[] {
  const lines = new Map<string, string>()
  for (const origin of campaigns) {
    const { command, label } = campaignProvenance(origin)
    if (command !== undefined && ![...lines.values()].includes(command)) lines.set(label, command)
  }
  if (lines.size === 0) return []
  const blocks = [...lines].map(([label, command]) => {
    const text = cleanText(command, 4000)
    // As many backticks as the text has nowhere in a row.
    const longest = Math.max(
      2,
      largestOf(
        (text.match(/`+/g) ?? []).map((one) => one.length),
        0,
      ),
    )
    const fence = '`'.repeat(longest + 1)
    const head = lines.size === 1 ? '' : `${markdownText(label)}:\n\n`
    return `${head}${fence}\n${text}\n${fence}`
  })
  return ['**Command of one case**, without the options that only say what is reported:', ...blocks]
}

/** Recorded text as a sentence of Markdown. */
function sentence(text: string, isWhole = true): string {
  const clean = cleanText(text, textLimits.smallPrint * 2)
  const capital = clean.charAt(0).toUpperCase() + clean.slice(1)
  return `${markdownText(capital)}${isWhole && !/[.!?…]$/.test(capital) ? '.' : ''}`
}

function countOf(count: number, what: string): string {
  return `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`
}
