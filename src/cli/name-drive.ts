import type { CampaignRunner } from '../bench/runner/campaign-runner'
import { refuseProblems } from '../bench/runner/runner-parts'
import type { ReviewWriter } from '../bench/store/review-store'
import { cardOfDrive, namedDrive, proposedName, type DriveUnderTarget } from '../core/devices/which-drive'
import type { Plan } from '../core/plan/plan'
import { CommandError, type CommandContext } from './command'

/**
 * Says which drive is under the target of a plan, and gives it the name that was asked for or that a person types at the
 * terminal; that of the plan counts for a drive without a card. The name is kept on the drive's card. Without a name and a terminal, and for drives of which nothing is known,
 * nothing is kept. Throws a CommandError if a given name cannot be kept, and before anyone is asked a RunnerError
 * `plan-problems` if the plan, which must be saved, cannot run.
 */
export async function nameDrive(
  {
    runner,
    review,
  }: { readonly runner: Pick<CampaignRunner, 'environment' | 'check'>; readonly review: ReviewWriter },
  plan: Plan,
  given: string | undefined,
  context: Pick<CommandContext, 'ask' | 'stderr' | 'signal'>,
): Promise<void> {
  if (plan.target.kind === 'none') return
  const { machine, target } = await runner.environment(plan, context.signal)
  const drive: DriveUnderTarget = {
    machine,
    device: target?.device,
    model: target?.model,
    identity: target?.identity,
  }
  const cards = review.cards.devices()
  const known = cardOfDrive(cards, drive)
  const isAsked =
    given === undefined && plan.drive === undefined && known === undefined && isAskable(drive, context)
  // Nobody should have to answer for a plan that cannot run.
  if (isAsked) refuseProblems(await runner.check(plan.id, context.signal))
  const planned =
    known === undefined && namedDrive([], drive, 'a drive') !== undefined ? plan.drive : undefined
  const name = (given ?? planned ?? (isAsked ? await askName(drive, context) : undefined))?.trim()
  if (name === undefined || name === '' || name === known?.name) {
    if (known !== undefined) context.stderr.line(`Drive: ${known.name}`)
    return
  }
  const named = namedDrive(cards, drive, name)
  if (named === undefined)
    throw new CommandError(
      `--drive ${name}: nothing is known of the drive under ${plan.target.path}, so the name cannot be kept with it.`,
      'Name what is measured with --configuration.',
    )
  const { base, card } = named
  const saved = review.cards.saveDevice({ id: base?.id, name: named.name, card }, { base })
  context.stderr.line(
    known === undefined ? `Drive: ${saved.name}` : `Drive: ${saved.name}, until now called ${known.name}`,
  )
}

function isAskable(drive: DriveUnderTarget, { ask }: Pick<CommandContext, 'ask'>): boolean {
  return ask !== undefined && namedDrive([], drive, 'a drive') !== undefined
}

/** Asked once: the answer is kept. An empty answer takes the proposal. */
async function askName(
  drive: DriveUnderTarget,
  { ask }: Pick<CommandContext, 'ask'>,
): Promise<string | undefined> {
  const proposal = proposedName(drive)
  const typed = await ask?.(`Which drive is this?${proposal === '' ? '' : ` [${proposal}]`} `)
  const name = typed?.trim() ?? ''
  return name === '' ? proposal : name
}
