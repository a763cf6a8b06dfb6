import type { DeviceConfirmation } from '../core/contract/device-confirmation'
import type { CampaignRunner } from '../bench/runner/campaign-runner'
import { CommandError, exitStatus, type CommandContext } from './command'

/**
 * Has a destructive plan confirmed: by `--confirm-device` or by a person at the terminal. Answers the confirmation, or
 * undefined where none is needed. Throws with exit status 3 when nobody confirms.
 */
export async function confirmDevice(
  runner: CampaignRunner,
  planId: string,
  given: readonly string[],
  context: CommandContext,
): Promise<string | undefined> {
  const { confirmations } = runner
  const asked = await confirmations.ask(planId)
  if (!asked) return undefined
  if (given.some((text) => confirmations.give(asked.id, text))) return asked.id
  if (given.length > 0) throw notConfirmed(`--confirm-device does not name it.`, asked)
  if (!context.ask) throw notConfirmed('Nobody can be asked here.', asked)
  for (const line of confirmationLines(asked)) context.stderr.line(line)
  const typed = await context.ask(`Type ${asked.phrase.asked} to go on: `)
  if (typed !== undefined && confirmations.give(asked.id, typed)) return asked.id
  throw notConfirmed('That is not it.', asked)
}

/** What the person is shown, line by line. */
function confirmationLines(asked: DeviceConfirmation): readonly string[] {
  const { contents, unread } = asked
  return [
    `All data on ${asked.path} will be lost.`,
    `  host    ${asked.host}`,
    `  device  ${asked.node}${asked.model === undefined ? '' : `, ${asked.model}`}`,
    `  serial  ${asked.serial ?? 'none'}`,
    `  size    ${asked.sizeText} (${String(asked.sizeBytes)} bytes)`,
    ...contents.map(({ name, text }) => `  holds   ${name}: ${text}`),
    ...unread.map((name) => `  holds   ${name}: could not be read`),
    ...(contents.length + unread.length === 0 ? ['  holds   nothing that is known'] : []),
    ...asked.actions.map((action) => `  does    ${action}`),
  ]
}

function notConfirmed(why: string, asked: DeviceConfirmation): CommandError {
  return new CommandError(
    `${asked.path} is not written: nobody confirmed it. ${why}`,
    `Call it from a terminal, or add --confirm-device with ${asked.phrase.asked}.`,
    exitStatus.refused,
  )
}
