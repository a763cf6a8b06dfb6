import { preparationDone, campaignProvenance } from '../figures/figure/campaign-provenance'
import { cleanText, textLimits } from '../figures/figure/clean-text'
import type { CampaignProvenance } from '../figures/figure/provenance'
import { fillKeyOf } from '../plan/fill-level'
import { axisName, levelWords } from '../plan/levels/format-level'
import type { Axis, PreparationStep, RunOrder } from '../plan/plan'
import { roundsText } from '../plan/until-steady'
import type { CampaignDetail, CampaignOrigin } from '../results/campaign/campaign'
import { formatBytes, formatDecimalBytes } from '../units/bytes'
import { formatDuration } from '../units/durations'
import { openRunsSaid } from '../figures/sweep/run-notes'
import { template } from '../words/template'
import { withinSentence } from '../text/plain-text'
import { markdownText } from './markdown'

const coreCount = template('method-cores', '{cores|# logical core|# logical cores}', { cores: 'count' })
const coresOf = template('method-cores-of', '{cores|# logical core|# logical cores} ({model})', {
  cores: 'count',
  model: 'given',
})
const processorOf = template('method-processor', 'a processor of type {model}', { model: 'given' })
const memoryOf = template('method-memory', '{size} of memory', { size: 'value' })
const hasHardware = template('method-hardware', 'has {parts}', {
  parts: { of: [coreCount, coresOf, processorOf, memoryOf], between: ' and ' },
})
const systemOf = template('method-system', '{system}', { system: 'given' })
const linuxOf = template('method-linux', 'Linux {version}', { version: 'given' })
const ranSoftware = template('method-software', 'ran {parts}', {
  parts: { of: [systemOf, linuxOf], between: ' with ' },
})
const onHost = template('method-host', ', {host},', { host: 'host' })
const machineWas = template('method-machine', 'The machine was {host}.', { host: 'host' })
const machineHas = template('method-machine-has', 'The machine{host} {facts}.', {
  host: { of: [onHost] },
  facts: { of: [hasHardware, ranSoftware], between: ' and ' },
})
const driveSize = template('method-size', ', {size}', { size: 'value' })
const driveFirmware = template('method-firmware', ', firmware {firmware}', { firmware: 'given' })
const driveScheduler = template('method-scheduler', ', used with the I/O scheduler {scheduler}', {
  scheduler: 'given',
})
const noScheduler = template('method-no-scheduler', ', used without an I/O scheduler')
const driveFacts = { of: [driveSize, driveFirmware, driveScheduler, noScheduler], between: '' }
const driveWas = template('method-drive', 'The drive under test was {device}{facts}.', {
  device: 'drive',
  facts: driveFacts,
})
/** What its card calls it, and what it is. */
const cardWas = template('method-drive-card', 'The drive under test was {card}: {device}{facts}.', {
  card: 'drive',
  device: 'drive',
  facts: driveFacts,
})
const serverOptions = template('method-server', 'The server was configured as follows: {options}.', {
  options: 'given',
})
const noDrive = template('method-no-drive', 'The load did not touch a drive.')
const rawDevice = template(
  'method-raw-device',
  'The drive was measured as a raw device, without a file system.',
)
const someFiles = template('method-files', 'files')
const fileOf = template('method-file', 'a file of {size}', { size: 'value' })
const mountedWith = template('method-mounted', ', mounted with {options}', { options: 'given' })
const onFileSystem = template('method-file-system', ' on {system}{mounted}', {
  system: 'given',
  mounted: { of: [mountedWith] },
})
const runsUsed = template('method-target', 'The runs used {files}{on}.', {
  files: { of: [someFiles, fileOf] },
  on: { of: [onFileSystem] },
})
const sizeWasSet = template('method-size-set', 'The size set for the target was {size}.', { size: 'value' })
const takenFrom = template('method-taken', 'The numbers were taken from output files of {tool}.', {
  tool: 'given',
})
const afterWarmUp = template('method-warm-up', ' after {time} of warm-up', { time: 'time' })
const inRunsOf = template('method-runs-of', ', in runs of {time}{warmUp}', {
  time: 'time',
  warmUp: { of: [afterWarmUp] },
})
const withDirect = template('method-direct', ', with direct I/O')
const throughCache = template('method-cache', ', through the page cache')
const withData = template('method-data', ', {data}', { data: 'given' })
const measuredWith = template('method-tool', 'Measured with {tool}{how}.', {
  tool: 'given',
  how: { of: [inRunsOf, withDirect, throughCache, withData], between: '' },
})
const recordedBeside = template('method-recorded', 'Recorded beside each run: {what}.', { what: 'given' })
const axisVaried = template('method-axis', '{axis} ({levels})', { axis: 'level', levels: 'level' })
const axesVaried = template('method-axes', '{what}: {axes}.', {
  what: ['One parameter was varied', 'These parameters were varied', 'Not varied'],
  axes: { of: [axisVaried], between: '; ' },
})
const ranTimes = template('method-times', 'Each case was run {times|once|# times}', { times: 'count' })
const untilSteadySaid = template(
  'method-until-steady',
  'Each case was run in {rounds} until the last five were steady ({most} rounds at most; only those five count, a window selected for its small range)',
  { rounds: 'given', most: 'count' },
)
const inRandomOrder = template('method-shuffled', ', in random order (seed {seed})', { seed: 'given' })
const inRounds = template('method-rounds', ', every case once before any was repeated')
const inPlanOrder = template('method-plan-order', ', in the order of the plan')
const inTurn = template('method-in-turn', ', in turn with other campaigns, run by run')
const withPause = template('method-pause', ', with a pause of {time} between runs', { time: 'time' })
const orderSaid = template('method-order', '{times}{how}.', {
  times: { of: [ranTimes, untilSteadySaid] },
  how: { of: [inRandomOrder, inRounds, inPlanOrder, inTurn, withPause], between: '' },
})
const printedUnknown = template(
  'method-printed',
  'The numbers are from print; where they appeared is not recorded.',
)
const printedIn = template('method-printed-in', 'The numbers were printed in {source}.', { source: 'given' })
const nothingDone = template('method-nothing-done', 'Nothing was done to the target before it was measured.')
const doneUnknown = template(
  'method-done-unknown',
  'What was done to the target before it was measured is not recorded.',
)
const discarded = template('method-discarded', 'all blocks were discarded')
const erased = template('method-erased', 'the drive was erased with {how}', {
  how: ['NVMe format', 'ATA secure erase'],
})
const filled = template(
  'method-filled',
  'the target was filled {passes|once|# times} {how} in blocks of {block}',
  { passes: 'count', how: ['at random', 'in sequence'], block: 'value' },
)
const roundsOf = template('method-uncounted-rounds', '{rounds} × ', { rounds: 'count' })
const ranUncounted = template(
  'method-uncounted',
  'each case was run for {rounds}{time} without being counted',
  { rounds: { of: [roundsOf] }, time: 'time' },
)
const rateFound = template('method-capacity', 'the highest rate was found in {time} at queue depth {depth}', {
  time: 'time',
  depth: 'count',
})
const databaseLoaded = template('method-loaded', 'the database was loaded once, and {how}', {
  how: ['kept from run to run', 'restored before each run'],
})
const laidOut = template('method-laid-out', 'the {what} was written once', { what: ['region', 'file'] })
const filledToLevel = template(
  'method-filled-to-level',
  'the target was filled to the level of each case with data that cannot be compressed',
)
const preparedBy = template('method-prepared', 'Before the runs, {steps}.', {
  steps: {
    of: [discarded, erased, filled, ranUncounted, rateFound, databaseLoaded, laidOut, filledToLevel],
    between: '; then ',
  },
})
const otherLoad = template(
  'method-other-load',
  'Other load on the drive was part of what was measured, and nothing against a run.',
)
const failedExcluded = template(
  'method-failed',
  '{runs|# run|# runs} failed and {runs|is|are} excluded from every number.',
  { runs: 'count' },
)

/** The content of a method section for one campaign: topics in order, each with its sentences in Markdown. */
export function methodTopics(origin: CampaignOrigin): readonly (readonly [topic: string, text: string])[] {
  const { campaign } = origin
  const facts = campaignProvenance(origin)
  if (campaign.source === 'published')
    return [
      [
        'Source',
        facts.printedIn === undefined
          ? printedUnknown()
          : printedIn({ source: markdownText(facts.printedIn) }),
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
  const parts = [
    ...(cpu?.model === undefined
      ? cores === undefined
        ? []
        : [coreCount({ cores })]
      : [cores === undefined ? processorOf({ model: cpu.model }) : coresOf({ cores, model: cpu.model })]),
    ...(memoryBytes === undefined ? [] : [memoryOf({ size: formatBytes(memoryBytes) })]),
  ]
  const systems = [
    ...(distribution === undefined ? [] : [systemOf({ system: distribution })]),
    ...(kernel === undefined
      ? []
      : [/^\d/.test(kernel) ? linuxOf({ version: kernel }) : systemOf({ system: kernel })]),
  ]
  const told = [
    ...(parts.length === 0 ? [] : [hasHardware({ parts })]),
    ...(systems.length === 0 ? [] : [ranSoftware({ parts: systems })]),
  ]
  if (told.length === 0) return host === undefined ? undefined : sentence(machineWas({ host }))
  return sentence(machineHas({ host: host === undefined ? '' : onHost({ host }), facts: told }))
}

function driveSentence({
  device,
  deviceBytes,
  firmware,
  scheduler,
  named,
}: CampaignProvenance): string | undefined {
  if (device === undefined) return undefined
  const card = named?.card
  const facts = [
    ...(deviceBytes === undefined ? [] : [driveSize({ size: formatDecimalBytes(deviceBytes) })]),
    ...(firmware === undefined ? [] : [driveFirmware({ firmware })]),
    ...(scheduler === undefined
      ? []
      : [scheduler === 'none' ? noScheduler() : driveScheduler({ scheduler })]),
  ]
  const isNamed = card === undefined || device.startsWith(card)
  return sentence(isNamed ? driveWas({ device, facts }) : cardWas({ card, device, facts }))
}

function targetSentence(
  { campaign }: CampaignOrigin,
  { fileSystem, mountOptions, fileSizeBytes, setSizeBytes }: CampaignProvenance,
): string | undefined {
  const { target } = campaign
  if (campaign.withoutDrive) return noDrive()
  if (target.kind === 'device') return rawDevice()
  if (setSizeBytes !== undefined) return sentence(sizeWasSet({ size: formatBytes(setSizeBytes) }))
  if (target.kind === 'none' && fileSizeBytes === undefined) return undefined
  const mounted = mountOptions === undefined ? '' : mountedWith({ options: spacedList(mountOptions) })
  return sentence(
    runsUsed({
      files: fileSizeBytes === undefined ? someFiles() : fileOf({ size: formatBytes(fileSizeBytes) }),
      on: fileSystem === undefined ? '' : onFileSystem({ system: fileSystem, mounted }),
    }),
  )
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
  if (campaign.source === 'imported') return sentence(takenFrom({ tool: name }))
  const { runtime, ramp_time: ramp, direct } = campaign.plan.base
  const warmUp = typeof ramp === 'number' && ramp > 0 ? afterWarmUp({ time: formatDuration(ramp) }) : ''
  const how = [
    ...(typeof runtime === 'number' && runtime > 0
      ? [inRunsOf({ time: formatDuration(runtime), warmUp })]
      : []),
    ...(typeof direct === 'boolean' ? [direct ? withDirect() : throughCache()] : []),
    ...(dataPattern === undefined ? [] : [withData({ data: dataPattern })]),
  ]
  const beside = recorded === undefined ? [] : [sentence(recordedBeside({ what: recorded }))]
  return [sentence(measuredWith({ tool: name, how })), ...beside].join(' ')
}

/** Longer lists of levels are given by their ends. */
const mostLevels = 12

/** What was varied, and what the plan or the files list with one level only. */
function casesSentence({ axes }: CampaignProvenance): string | undefined {
  const varied = axes.filter(({ levels }) => levels.length > 1)
  const fixed = axes.filter(({ levels }) => levels.length === 1)
  const said = [
    axesSentence(varied.length === 1 ? 'One parameter was varied' : 'These parameters were varied', varied),
    axesSentence('Not varied', fixed),
  ].filter((one) => one !== undefined)
  return said.length === 0 ? undefined : said.join(' ')
}

function axesSentence(
  what: 'One parameter was varied' | 'These parameters were varied' | 'Not varied',
  axes: readonly Axis[],
): string | undefined {
  if (axes.length === 0) return undefined
  const parts = axes.map(({ key, levels }) => {
    const texts = levels.map((level) => levelWords(key, level))
    const list = texts.length > mostLevels ? [...texts.slice(0, 3), '…', texts.at(-1) ?? ''] : texts
    return axisVaried({ axis: withinSentence(axisName(key)), levels: list.join(', ') })
  })
  return sentence(axesVaried({ what, axes: parts }))
}

function configurationsSentence({ configurations }: CampaignProvenance): string | undefined {
  return configurations && sentence(serverOptions({ options: configurations.join('; ') }))
}

function preparationSentence({ campaign }: CampaignOrigin): string {
  const { steps, isLaidOut } = preparationDone(campaign)
  const said = steps.map(preparationWords)
  if (isLaidOut) said.push(layoutWords(campaign))
  if (fillKeyOf(campaign.plan) !== undefined) said.push(filledToLevel())
  if (said.length === 0) return (campaign.source === 'measured' ? nothingDone : doneUnknown)()
  return sentence(preparedBy({ steps: said }))
}

function preparationWords(step: PreparationStep): string {
  switch (step.kind) {
    case 'discard':
      return discarded()
    case 'nvme-format':
      return erased({ how: 'NVMe format' })
    case 'ata-secure-erase':
      return erased({ how: 'ATA secure erase' })
    case 'sequential-fill':
    case 'random-fill': {
      const how = step.kind === 'random-fill' ? 'at random' : 'in sequence'
      return filled({ passes: step.passes, how, block: formatBytes(step.blockBytes) })
    }
    case 'workload':
      return ranUncounted({
        rounds: step.rounds === 1 ? '' : roundsOf({ rounds: step.rounds }),
        time: formatDuration(step.seconds),
      })
    case 'capacity':
      return rateFound({ time: formatDuration(step.seconds), depth: step.queueDepth })
  }
}

function layoutWords({ plan, target }: CampaignDetail): string {
  const { server, data_between_runs: between } = plan.base
  if (server !== undefined || between !== undefined)
    return databaseLoaded({ how: between === 'keep' ? 'kept from run to run' : 'restored before each run' })
  return laidOut({ what: target.kind === 'device' ? 'region' : 'file' })
}

function orderSentence({ campaign }: CampaignOrigin): string | undefined {
  if (campaign.source !== 'measured') return undefined
  const { repetitions, pauseSeconds, untilSteady, interleaved, order } = campaign.plan
  const times =
    untilSteady === undefined
      ? ranTimes({ times: repetitions })
      : untilSteadySaid({ rounds: roundsText(campaign.plan) ?? 'rounds', most: repetitions })
  const how = [
    orderWords(order, repetitions),
    ...(interleaved === undefined ? [] : [inTurn()]),
    ...(pauseSeconds > 0 ? [withPause({ time: formatDuration(pauseSeconds) })] : []),
  ]
  return sentence(orderSaid({ times, how }))
}

/** Only where it is nothing against a run: otherwise runs with it are named. */
function otherLoadSentence({ campaign }: CampaignOrigin): string | undefined {
  if (campaign.plan.otherLoad !== 'expected') return undefined
  return otherLoad()
}

function orderWords(order: RunOrder, repetitions: number): string {
  if (order.kind === 'shuffled') return inRandomOrder({ seed: String(order.seed) })
  return order.kind === 'interleaved' && repetitions > 1 ? inRounds() : inPlanOrder()
}

function failureSentence({ failedRuns, openRuns }: CampaignProvenance): string | undefined {
  const parts = [
    failedRuns.length === 0 ? '' : failedExcluded({ runs: failedRuns.length }),
    openRuns === 0 ? '' : openRunsSaid({ runs: openRuns }),
  ].filter((part) => part !== '')
  return parts.length === 0 ? undefined : parts.join(' ')
}

/** Recorded text as a sentence of Markdown. */
export function sentence(text: string): string {
  const clean = cleanText(text, textLimits.smallPrint * 2)
  const capital = clean.charAt(0).toUpperCase() + clean.slice(1)
  return `${markdownText(capital)}${/[.!?…]$/.test(capital) ? '' : '.'}`
}
