import { preparationDone, campaignProvenance } from '../figures/figure/campaign-provenance'
import { cleanText, textLimits } from '../figures/figure/clean-text'
import type { CampaignProvenance } from '../figures/figure/provenance'
import { fillKeyOf } from '../plan/fill-level'
import { axisName, levelWords } from '../plan/levels/format-level'
import type { PreparationStep, RunOrder } from '../plan/plan'
import { roundsText } from '../plan/until-steady'
import type { CampaignDetail, CampaignOrigin } from '../results/campaign/campaign'
import { formatBytes, formatDecimalBytes } from '../units/bytes'
import { formatDuration } from '../units/durations'
import { counted, formatCount } from '../units/number-format'
import { withinSentence } from '../text/plain-text'
import { markdownText } from './markdown'

/** The content of a method section for one campaign: topics in order, each with its sentences in Markdown. */
export function methodTopics(origin: CampaignOrigin): readonly (readonly [topic: string, text: string])[] {
  const { campaign } = origin
  const facts = campaignProvenance(origin)
  if (campaign.source === 'published')
    return [
      [
        'Source',
        facts.printedIn === undefined
          ? 'The numbers are from print; where they appeared is not recorded.'
          : `The numbers were printed in ${markdownText(facts.printedIn)}.`,
      ],
    ]
  const topics: readonly (readonly [string, string | undefined])[] = [
    ['Machine', machineSentence(origin, facts)],
    ['Drive', driveSentence(facts)],
    ['Target', targetSentence(origin, facts)],
    ['Tool', toolSentence(origin, facts)],
    ['Cases', casesSentence(facts)],
    ['Server configurations', configurationsSentence(facts)],
    ['Preparation', preparationSentence(origin)],
    ['Order and repetitions', orderSentence(origin)],
    ['Other load', otherLoadSentence(origin)],
    ['Failures', failureSentence(facts)],
  ]
  return topics.flatMap(([topic, text]) => (text === undefined ? [] : [[topic, text] as const]))
}

function machineSentence(
  { campaign }: CampaignOrigin,
  { host, kernel, memoryBytes }: CampaignProvenance,
): string | undefined {
  const { cpu, distribution } = campaign.hostRecord
  const cores = cpu?.logicalCores
  const hardware = [
    cpu?.model === undefined
      ? cores && counted(cores, 'logical core')
      : cores === undefined
        ? `a processor of type ${cpu.model}`
        : `${counted(cores, 'logical core')} (${cpu.model})`,
    memoryBytes === undefined ? undefined : `${formatBytes(memoryBytes)} of memory`,
  ].filter((part) => part !== undefined)
  const software = [
    distribution,
    kernel === undefined || !/^\d/.test(kernel) ? kernel : `Linux ${kernel}`,
  ].filter((part) => part !== undefined)
  const said = [
    ...(hardware.length === 0 ? [] : [`has ${hardware.join(' and ')}`]),
    ...(software.length === 0 ? [] : [`ran ${software.join(' with ')}`]),
  ].join(' and ')
  if (said === '') return host === undefined ? undefined : sentence(`The machine was ${host}`)
  return sentence(`${host === undefined ? 'The machine' : `The machine, ${host},`} ${said}`)
}

function driveSentence({
  device,
  deviceBytes,
  firmware,
  scheduler,
  named,
}: CampaignProvenance): string | undefined {
  if (device === undefined) return undefined
  const parts = [
    deviceBytes === undefined ? undefined : formatDecimalBytes(deviceBytes),
    firmware === undefined ? undefined : `firmware ${firmware}`,
  ].filter((part) => part !== undefined)
  const facts = parts.length === 0 ? device : `${device}, ${parts.join(', ')}`
  // What its card calls it, and what it is.
  const drive = named?.card === undefined || device.startsWith(named.card) ? facts : `${named.card}: ${facts}`
  if (scheduler === undefined) return sentence(`The drive under test was ${drive}`)
  const how = scheduler === 'none' ? 'without an I/O scheduler' : `with the I/O scheduler ${scheduler}`
  return sentence(`The drive under test was ${drive}, used ${how}`)
}

function targetSentence(
  { campaign }: CampaignOrigin,
  { fileSystem, mountOptions, fileSizeBytes }: CampaignProvenance,
): string | undefined {
  const { target } = campaign
  if (campaign.withoutDrive) return 'The load did not touch a drive.'
  if (target.kind === 'none' && fileSizeBytes === undefined) return undefined
  if (target.kind === 'device') return 'The drive was measured as a raw device, without a file system.'
  const size = fileSizeBytes === undefined ? 'files' : `a file of ${formatBytes(fileSizeBytes)}`
  const mounted = mountOptions === undefined ? '' : `, mounted with ${spacedList(mountOptions)}`
  return sentence(`The runs used ${size}${fileSystem === undefined ? '' : ` on ${fileSystem}${mounted}`}`)
}

/** "rw,relatime" with room for the end of a line after each comma. */
export function spacedList(options: string): string {
  return options.replace(/,(?=\S)/g, ', ')
}

function toolSentence(
  { campaign }: CampaignOrigin,
  { tool, dataPattern, recorded }: CampaignProvenance,
): string | undefined {
  if (tool === undefined) return undefined
  const name = tool.replace(/, (version not recorded)$/, ' ($1)')
  if (campaign.source === 'imported') return sentence(`The numbers were taken from output files of ${name}`)
  const { runtime, ramp_time: ramp, direct } = campaign.plan.base
  const parts = [
    `Measured with ${name}`,
    typeof runtime === 'number' && runtime > 0
      ? `in runs of ${formatDuration(runtime)}${typeof ramp === 'number' && ramp > 0 ? ` after ${formatDuration(ramp)} of warm-up` : ''}`
      : undefined,
    typeof direct === 'boolean' ? (direct ? 'with direct I/O' : 'through the page cache') : undefined,
    dataPattern,
  ].filter((part) => part !== undefined)
  const beside = recorded === undefined ? [] : [sentence(`Recorded beside each run: ${recorded}`)]
  return [sentence(parts.join(', ')), ...beside].join(' ')
}

/** Longer lists of levels are given by their ends. */
const mostLevels = 12

function casesSentence({ axes }: CampaignProvenance): string | undefined {
  if (axes.length === 0) return undefined
  const parts = axes.map(({ key, levels }) => {
    const texts = levels.map((level) => levelWords(key, level))
    const list = texts.length > mostLevels ? [...texts.slice(0, 3), '…', texts.at(-1) ?? ''] : texts
    return `${withinSentence(axisName(key))} (${list.join(', ')})`
  })
  const what = parts.length === 1 ? 'One parameter was varied' : 'These parameters were varied'
  return sentence(`${what}: ${parts.join('; ')}`)
}

function configurationsSentence({ configurations }: CampaignProvenance): string | undefined {
  return configurations && sentence(configurations.join('; '))
}

function preparationSentence({ campaign }: CampaignOrigin): string {
  const { steps, isLaidOut } = preparationDone(campaign)
  const said = steps.map(preparationWords)
  if (isLaidOut) said.push(layoutWords(campaign))
  if (fillKeyOf(campaign.plan) !== undefined)
    said.push('the target was filled to the level of each case with data that cannot be compressed')
  if (said.length === 0)
    return campaign.source === 'measured'
      ? 'Nothing was done to the target before it was measured.'
      : 'What was done to the target before it was measured is not recorded.'
  return sentence(`Before the runs, ${said.join('; then ')}`)
}

function preparationWords(step: PreparationStep): string {
  switch (step.kind) {
    case 'discard':
      return 'all blocks were discarded'
    case 'nvme-format':
      return 'the drive was erased with NVMe format'
    case 'ata-secure-erase':
      return 'the drive was erased with ATA secure erase'
    case 'sequential-fill':
    case 'random-fill': {
      const how = step.kind === 'random-fill' ? 'at random' : 'in sequence'
      const times = step.passes === 1 ? 'once' : `${formatCount(step.passes)} times`
      return `the target was filled ${times} ${how} in blocks of ${formatBytes(step.blockBytes)}`
    }
    case 'workload':
      return `each case was run for ${step.rounds === 1 ? '' : `${formatCount(step.rounds)} × `}${formatDuration(step.seconds)} without being counted`
    case 'capacity':
      return `the highest rate was found in ${formatDuration(step.seconds)} at queue depth ${formatCount(step.queueDepth)}`
  }
}

function layoutWords({ plan, target }: CampaignDetail): string {
  const { server, data_between_runs: between } = plan.base
  if (server !== undefined || between !== undefined)
    return `the database was loaded once, and ${between === 'keep' ? 'kept from run to run' : 'restored before each run'}`
  return `the ${target.kind === 'device' ? 'region' : 'file'} was written once`
}

function orderSentence({ campaign }: CampaignOrigin): string | undefined {
  if (campaign.source !== 'measured') return undefined
  const { repetitions, pauseSeconds, untilSteady, interleaved, order } = campaign.plan
  const parts = [
    untilSteady === undefined
      ? `Each case was run ${repetitions === 1 ? 'once' : `${formatCount(repetitions)} times`}`
      : `Each case was run in ${roundsText(campaign.plan) ?? 'rounds'} until the last five were steady (${formatCount(repetitions)} rounds at most; only those five count, a window selected for its small range)`,
    orderWords(order, repetitions),
    interleaved === undefined ? undefined : 'in turn with other campaigns, run by run',
    pauseSeconds > 0 ? `with a pause of ${formatDuration(pauseSeconds)} between runs` : undefined,
  ].filter((part) => part !== undefined)
  return sentence(parts.join(', '))
}

/** Only where it is nothing against a run: otherwise runs with it are named. */
function otherLoadSentence({ campaign }: CampaignOrigin): string | undefined {
  if (campaign.plan.otherLoad !== 'expected') return undefined
  return 'Other load on the drive was part of what was measured, and nothing against a run.'
}

function orderWords(order: RunOrder, repetitions: number): string {
  if (order.kind === 'shuffled') return `in random order (seed ${String(order.seed)})`
  if (order.kind === 'interleaved' && repetitions > 1) return 'every case once before any was repeated'
  return 'in the order of the plan'
}

function failureSentence({ failedRuns, openRuns }: CampaignProvenance): string | undefined {
  const parts = [
    failedRuns.length === 0
      ? ''
      : `${counted(failedRuns.length, 'run')} failed and ${failedRuns.length === 1 ? 'is' : 'are'} excluded from every number.`,
    openRuns === 0 ? '' : `${counted(openRuns, 'run')} ${openRuns === 1 ? 'has' : 'have'} no result yet.`,
  ].filter((part) => part !== '')
  return parts.length === 0 ? undefined : parts.join(' ')
}

/** Recorded text as a sentence of Markdown. */
export function sentence(text: string): string {
  const clean = cleanText(text, textLimits.smallPrint * 2)
  const capital = clean.charAt(0).toUpperCase() + clean.slice(1)
  return `${markdownText(capital)}${/[.!?…]$/.test(capital) ? '' : '.'}`
}
