import { createdMsOf, type CampaignDetail, type CampaignOrigin } from '../../results/campaign/campaign'
import { openRunStates, type RunDetail } from '../../results/run'
import { joinAxes } from '../../plan/edit-plan'
import type { LevelValue, Plan, PreparationStep, RunOrder, Target } from '../../plan/plan'
import { recordingText } from '../../plan/recording'
import { roundsText } from '../../plan/until-steady'
import { configurationTexts } from '../../plan/server-configuration'
import { formatBytes } from '../../units/bytes'
import { formatPercent } from '../../units/number-format'
import { shellWord } from '../../text/shell-words'
import { namingOf } from '../../results/campaign/campaign-naming'
import { nameOf, type NamedCampaign } from '../../results/campaign/campaign-names'
import type { CampaignProvenance } from './provenance'

/** The provenance of a campaign's numbers, from its record. */
export function campaignProvenance({
  campaign,
  example,
  span,
  recorded,
}: CampaignOrigin): CampaignProvenance {
  const { hostRecord, plan, withoutDrive } = campaign
  const drive = withoutDrive ? undefined : hostRecord.device
  const fileSystem = withoutDrive ? undefined : hostRecord.fileSystem
  const measured = campaign.runs.filter((run) => run.phase === 'measure')
  const isPublished = campaign.source === 'published'
  const named = namedCampaign(campaign)
  return {
    ...{ campaignId: campaign.id, label: nameOf(named), named },
    tool: toolName(campaign),
    host: known(campaign.host),
    device: withoutDrive ? undefined : known(campaign.device),
    deviceBytes: drive?.sizeBytes,
    firmware: drive?.firmware,
    scheduler: drive?.scheduler,
    kernel: hostRecord.kernel,
    fileSystem: fileSystem?.type,
    mountOptions: fileSystem?.options,
    ...(!withoutDrive && sizeSet(campaign)),
    memoryBytes: hostRecord.memoryBytes,
    dataPattern: dataPattern(plan),
    preconditioning: preconditioningText(campaign),
    // Imported results have no execution order, and printed ones no day.
    schedule: plan.interleaved?.schedule,
    order: campaign.source === 'measured' ? orderText(plan.order) : undefined,
    ...(campaign.source === 'measured' && plan.order.kind === 'interleaved' && { isInRounds: true }),
    steadyRounds: campaign.source === 'measured' ? roundsText(plan) : undefined,
    recorded: campaign.source === 'measured' ? recordedText(plan, recorded) : undefined,
    ...configurationsOf(campaign),
    command: example === undefined ? undefined : commandText(example, campaign.target),
    commandCase: example?.caseKey,
    ...(isPublished ? { startedAtMs: undefined } : (span ?? { startedAtMs: createdMsOf(campaign) })),
    printedIn: campaign.publication?.source,
    axes: joinAxes(plan.axes, campaign.sweptAxes ?? []),
    failedRuns: measured.filter((run) => run.state === 'failed').map((run) => run.levels),
    openRuns: openRunStates.reduce((sum, state) => sum + (campaign.runsByState[state] ?? 0), 0),
  }
}

/** What may name a campaign: as its file says, otherwise from its record. */
function namedCampaign(campaign: CampaignDetail): NamedCampaign {
  const { model, serial, wwn } = campaign.hostRecord.device ?? {}
  return { id: campaign.id, ...(campaign.naming ?? namingOf({ ...campaign, model, serial, wwn })) }
}

function configurationsOf({
  plan,
  sweptAxes = [],
}: CampaignDetail): Pick<CampaignProvenance, 'configurations'> {
  const axis = joinAxes(plan.axes, sweptAxes).find(({ key }) => key === 'configuration')
  const fixed = plan.base.configuration
  const configurations = configurationTexts(axis?.levels ?? (fixed === undefined ? [] : [fixed]))
  return configurations.length === 0 ? {} : { configurations }
}

const toolNames: ReadonlyMap<string, string> = new Map([['iozone', 'IOzone']])

function toolName(campaign: CampaignDetail): string | undefined {
  if (known(campaign.engine) === undefined) return undefined
  const name = toolNames.get(campaign.engine) ?? campaign.engine
  const version = campaign.engineVersion ?? campaign.hostRecord.engine?.version
  return version === undefined ? `${name}, version not recorded` : `${name} ${version}`
}

function known(text: string): string | undefined {
  return text === '' || text === 'unknown' ? undefined : text
}

/** The size of a file: made here, or on a file system that is on record; of another target only that it was set. */
function sizeSet({
  plan,
  source,
  target,
  hostRecord,
}: CampaignDetail): Pick<CampaignProvenance, 'fileSizeBytes' | 'setSizeBytes'> {
  const size = plan.base.file_size
  if (typeof size !== 'number') return {}
  const isFile = target.kind !== 'device' && (source === 'measured' || hostRecord.fileSystem !== undefined)
  return isFile ? { fileSizeBytes: size } : { setSizeBytes: size }
}

function dataPattern(plan: Plan): string | undefined {
  const parts = [
    percent(plan.base.compress_percent, 'compressible'),
    percent(plan.base.dedupe_percent, 'duplicate'),
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : `data ${parts.join(', ')}`
}

function percent(value: LevelValue | undefined, word: string): string | undefined {
  return typeof value === 'number' ? `${formatPercent(value)} ${word}` : undefined
}

function recordedText(plan: Plan, found: CampaignOrigin['recorded']): string | undefined {
  const text = recordingText(plan, found)
  return text === 'nothing' ? undefined : text
}

function orderText(order: RunOrder): string {
  if (order.kind === 'shuffled') return `runs shuffled (seed ${order.seed})`
  return order.kind === 'interleaved' ? 'repetitions interleaved' : 'runs in designed order'
}

/** Options about reporting, not about what is measured; a figure has no room for them. The same goes for per-run names. */
const reporting =
  /^(--)?(output|output-format|eta|eta-newline|group_reporting|clat_percentiles|lat_percentiles|slat_percentiles|percentile_list|randseed|allow_file_create|write_bw_log|write_iops_log|write_lat_log|write_hist_log|log_avg_msec|log_hist_msec|log_unix_epoch)(=|$)/

/**
 * The parts of a run's command that shape the load: arguments, then the options of its job file, without any script
 * of this app that the engine ran under.
 */
/** Undefined for an imported run whose file does not give its command. */
function commandText({ argv, files }: RunDetail, target: Target): string | undefined {
  if (argv.length === 0) return undefined
  const names = new Set(files.map((file) => file.name))
  const [shell, script = ''] = argv
  const isUnderScript = shell === 'sh' && names.has(script)
  const words = (isUnderScript ? argv.slice(2) : argv)
    .filter((argument) => !names.has(argument) && !reporting.test(argument))
    .map((argument) => shellWord(argument.replace(/^--server=sock:.*$/, '--server')))
  const options = files
    .filter(({ name }) => !(isUnderScript && name === script))
    .flatMap((file) => jobOptions(file.text))
  const text = options.length === 0 ? words.join(' ') : `${words.join(' ')} (job: ${options.join(' ')})`
  return withGivenPath(text, target)
}

/** Engines are given an opened descriptor instead of a path; readers see what the user chose. */
function withGivenPath(command: string, target: Target): string {
  if (target.kind === 'none') return command
  const path = shellWord(target.path)
  const inFolder = target.kind === 'folder' ? `${path.replace(/\/+$/, '')}/…` : path
  return command
    .replace(/(\bdirectory=)\/proc\/self\/fd\/\d+/g, (_, option: string) => option + path)
    .replace(/\/proc\/self\/fd\/\d+/g, () => inFolder)
}

/** Lines of a job file without comments, section names and reporting options. */
function jobOptions(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^[#;[]/.test(line) && !reporting.test(line))
}

/** What was actually done to the target before the measurement: steps of the plan, and whether its data was laid out. */
export function preparationDone({ plan, runs }: CampaignDetail): {
  readonly steps: readonly PreparationStep[]
  readonly isLaidOut: boolean
} {
  const done = runs.filter(({ phase, state }) => state === 'done' && phase !== 'measure')
  return {
    steps: (plan.preparation ?? []).filter((_, index) =>
      done.some(({ phase, repetition }) => phase === 'prepare' && repetition === index + 1),
    ),
    isLaidOut: done.some(({ phase }) => phase === 'layout'),
  }
}

function preconditioningText(campaign: CampaignDetail): string | undefined {
  const { steps, isLaidOut } = preparationDone(campaign)
  const { plan, target } = campaign
  const layout = isLaidOut
    ? [databaseText(plan.base) ?? `${placeText(target)} written once before the runs`]
    : []
  const parts = [...steps.map(preparationText), ...layout]
  return parts.length === 0 ? undefined : parts.join(', ')
}

/** How a database got its data; undefined if the plan has none. */
function databaseText({ server, data_between_runs: between }: Plan['base']): string | undefined {
  if (server === undefined && between === undefined) return undefined
  return `database loaded once, ${between === 'keep' ? 'kept from run to run' : 'restored before each run'}`
}

function placeText(target: Target): string {
  return target.kind === 'device' ? 'region' : 'file'
}

function preparationText(step: PreparationStep): string {
  switch (step.kind) {
    case 'discard':
      return 'discarded'
    case 'nvme-format':
      return 'NVMe format'
    case 'ata-secure-erase':
      return 'ATA secure erase'
    case 'sequential-fill':
    case 'random-fill': {
      const how = step.kind === 'random-fill' ? 'at random' : 'in sequence'
      return `filled ${String(step.passes)} × ${how} in ${formatBytes(step.blockBytes)}`
    }
    case 'workload':
      return `each case run ${String(step.rounds)} × ${String(step.seconds)} s before`
    case 'capacity':
      return `capacity found in ${String(step.seconds)} s at queue depth ${String(step.queueDepth)}`
  }
}
