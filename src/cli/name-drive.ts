import type { CampaignRunner } from '../bench/runner/campaign-runner'
import type { ReviewWriter } from '../bench/store/review-store'
import { cardOfDrive, namedDrive, proposedName, type DriveUnderTarget } from '../core/devices/which-drive'
import type { Plan } from '../core/plan/plan'
import { CommandError, type CommandContext } from './command'

/**
 * Says which drive is under the target of a plan, and gives it the name that was asked for or that a person types at the
 * terminal. The name is kept on the drive's card. Without a name and a terminal, and for drives of which nothing is known,
 * nothing is kept. Throws a CommandError if a given name cannot be kept.
 */
export async function nameDrive(
  { runner, review }: { readonly runner: Pick<CampaignRunner, 'environment'>; readonly review: ReviewWriter },
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
  const name = (given ?? (known === undefined ? await askName(drive, context) : undefined))?.trim()
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

/** Asked once: the answer is kept. An empty answer takes the proposal. */
async function askName(
  drive: DriveUnderTarget,
  { ask }: Pick<CommandContext, 'ask'>,
): Promise<string | undefined> {
  if (ask === undefined || namedDrive([], drive, 'a drive') === undefined) return undefined
  const proposal = proposedName(drive)
  const typed = await ask(`Which drive is this?${proposal === '' ? '' : ` [${proposal}]`} `)
  const name = typed?.trim() ?? ''
  return name === '' ? proposal : name
}
