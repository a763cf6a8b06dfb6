import type { OtherUse } from '../../../core/results/campaign/campaign'
import { thisMachine } from '../../../core/plan/destination'
import type { ExecuteOptions, Host } from '../../hosts/host'
import processFunctions from '../../hosts/shell/process-functions.sh'
import stateFolder from '../../hosts/shell/state-folder.sh'
import machineUse from './machine-use.sh'

const script = ['# benchwright machine-use', processFunctions, stateFolder, machineUse].join('\n')
const purpose = 'who measures there'

/** A campaign that another program, of any account, measures on a machine or wants to. */
export interface Use extends OtherUse {
  readonly tag: string
  readonly state: 'waits' | 'measures'
  /** By the machine's clock, in seconds: the earlier one comes first. */
  readonly claimedAt: number
}

export interface Entry {
  readonly tag: string
  readonly state: Use['state']
  /** How long it is valid without a process of it on the machine. */
  readonly validSeconds: number
  /** What other people see. */
  readonly name: string
}

/** Other programs' campaigns on a host; `ownTags` are not others. Rejects if the host cannot be reached. */
export async function usesOf(host: Host, ownTags: Iterable<string>): Promise<readonly Use[]> {
  return readUses(await said(host, ['list', ...ownTags])).others
}

/** Enters a campaign, or makes its entry valid for longer; with what other programs do there, and when it was first entered. */
export async function enterUse(
  host: Host,
  { tag, state, validSeconds, name }: Entry,
  ownTags: Iterable<string>,
  options: Pick<ExecuteOptions, 'signal'> = {},
): Promise<{ readonly claimedAt: number; readonly others: readonly Use[] }> {
  // On another machine this process is nothing that could be looked for.
  const program = host.id === thisMachine ? String(process.pid) : ''
  return readUses(
    await said(host, ['enter', tag, state, String(validSeconds), program, name, ...ownTags], options),
  )
}

export async function leaveUse(host: Host, tag: string): Promise<void> {
  await said(host, ['leave', tag])
}

async function said(
  host: Host,
  given: readonly string[],
  options: Pick<ExecuteOptions, 'signal'> = {},
): Promise<string> {
  const { stdout } = await host.execute(script, { arguments: given, purpose, ...options })
  return new TextDecoder().decode(stdout)
}

function readUses(text: string): { readonly claimedAt: number; readonly others: readonly Use[] } {
  let claimedAt = 0
  const others: Use[] = []
  for (const line of text.split('\n')) {
    const [word = '', ...rest] = line.split(' ')
    const last = others.at(-1)
    if (word === 'claimed') claimedAt = Number(rest[0])
    else if (word === 'use') {
      const [state, claimed, tag = ''] = rest
      others.push({
        ...{ tag, state: state === 'waits' ? 'waits' : 'measures', claimedAt: Number(claimed) },
        ...{ user: '', name: '' },
      })
    } else if (last && (word === 'user' || word === 'name'))
      others[others.length - 1] = { ...last, [word]: rest.join(' ') }
  }
  return { claimedAt, others }
}
