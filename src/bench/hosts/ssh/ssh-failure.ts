import { formatBytes } from '../../../core/units/bytes'
import { formatDuration } from '../../../core/units/durations'
import { usualLimitBytes } from '../host-limits'
import type { HostKeyRules } from './ssh-arguments'

/** Why a connection failed or ended, as far as ssh says. */
export interface SshFailure {
  readonly kind:
    'unreachable' | 'denied' | 'unknown-key' | 'changed-key' | 'no-control-socket' | 'configuration'
  /** One sentence. */
  readonly text: string
  readonly remedy: string
}

interface Pattern {
  readonly said: RegExp
  readonly kind: SshFailure['kind']
  readonly remedy: string
}

/** In order: the first match counts. The messages are OpenSSH's, which are never translated. */
const patterns: readonly Pattern[] = [
  {
    said: /REMOTE HOST IDENTIFICATION HAS CHANGED|Host key for .* has changed/,
    kind: 'changed-key',
    remedy:
      'Ask the administrator of the machine whether its key was changed. Only then remove the stored key, in Hosts or from the named file, and log in again.',
  },
  {
    said: /^No .* host key is known for .*?(?= and you have requested strict checking|\.?$)|Host key verification failed/m,
    kind: 'unknown-key',
    remedy: 'Log in once, compare the fingerprint with the machine, and answer the question.',
  },
  {
    said: /^.*(?:too long for Unix domain socket|ControlPath .* too long|cannot bind to path|muxserver_listen|Operation not supported).*$/m,
    kind: 'no-control-socket',
    remedy: 'Set TMPDIR to a short folder on a local disk.',
  },
  {
    said: /^.*(?:Permission denied \(|Too many authentication failures|No supported authentication methods|not accessible: ).*$/m,
    kind: 'denied',
    remedy: 'Log in again, or load a key of this account into the SSH agent.',
  },
  {
    said: /^.*(?:[Bb]ad configuration option|Bad owner or permissions|terminating, .*bad configuration|no argument after keyword|unsupported option|keyword \S+ extra arguments).*$/m,
    kind: 'configuration',
    remedy: 'Correct the ssh configuration at the place named.',
  },
  {
    said: /^.*Unable to negotiate with.*$/m,
    kind: 'configuration',
    remedy: 'Allow what the host offers in ~/.ssh/config, for this host only.',
  },
  {
    said: /^.*Could not resolve hostname.*$/m,
    kind: 'unreachable',
    remedy: 'Check the spelling, or add the host to ~/.ssh/config.',
  },
  {
    said: /^.*(?:Connection refused).*$/m,
    kind: 'unreachable',
    remedy: 'Check that the SSH server runs there, and its port.',
  },
  {
    said: /^.*(?:Connection timed out|Operation timed out|No route to host|Network is unreachable|Timeout, server .* not responding|Connection (?:closed|reset)|kex_exchange_identification|Broken pipe|Software caused connection abort|client_loop: send disconnect).*$/m,
    kind: 'unreachable',
    remedy: 'Check that the machine is on and the network between is up.',
  },
]

/**
 * Other lines in which ssh itself says why it ended. Whatever else stands in the transcript of a login (warnings,
 * banners, what the shell printed) is no reason.
 */
const ownWords =
  /^(?:ssh: |Received disconnect from |Disconnected from |Disconnecting |Connection to .* (?:closed|timed out)|ssh_(?:dispatch|packet|exchange)|banner exchange|Bad (?:packet|remote)|Protocol ).*$/m

/**
 * Finds the failure in what ssh printed before it ended; banners may surround it. `rules` are those ssh was
 * started with.
 */
export function readSshFailure(printed: string, rules: readonly HostKeyRules[] = []): SshFailure {
  const text = printed.replaceAll('\r', '')
  const ended = ownWords.exec(text)?.[0] ?? 'The connection ended without a reason'
  return recognised(text, rules) ?? { kind: 'unreachable', text: sentence(ended), remedy: tryInTerminal }
}

/** The same for `ssh -G`, which logs in nowhere: all it prints to standard error is its own. */
export function readConfigurationFailure(printed: string): SshFailure {
  const text = printed.replaceAll('\r', '')
  const last = text.trim().split('\n').at(-1)?.trim() ?? ''
  const said = last === '' ? 'ssh could not read its configuration' : last
  return recognised(text, []) ?? { kind: 'configuration', text: sentence(said), remedy: tryInTerminal }
}

const tryInTerminal = 'Try the same destination with ssh in a terminal; it may say more.'

function recognised(text: string, rules: readonly HostKeyRules[]): SshFailure | undefined {
  for (const { said, kind, remedy } of patterns) {
    const match = said.exec(text)
    if (!match) continue
    if (kind === 'unknown-key' && rules.some(({ newKeys }) => newKeys === 'refuse'))
      return { kind, text: `${sentence(match[0])} ${strictText}`, remedy: strictRemedy }
    return { kind, text: sentence(kind === 'changed-key' ? 'The host key changed' : match[0]), remedy }
  }
  return undefined
}

const strictText = 'Your ssh configuration accepts no new host keys (StrictHostKeyChecking yes).'
const strictRemedy =
  'Add the key to one of your known_hosts files, or set StrictHostKeyChecking to ask for this host.'

/** The login timed out: ssh or the host was silent, or a question was not answered. */
export function loginTooLong(name: string, limitMs: number): SshFailure {
  return {
    kind: 'unreachable',
    text: `The login to ${name} took longer than ${formatDuration(limitMs / 1000)} and was ended.`,
    remedy: 'Log in again to see what the host asks, or try ssh in a terminal.',
  }
}

/** The login or the account's start-up files printed without end. */
export function loginTooTalkative(name: string): SshFailure {
  return {
    kind: 'unreachable',
    text: `${name} printed more than ${formatBytes(usualLimitBytes)} at the login; it was cut off.`,
    remedy: 'Check the banner and the start-up files of the account there.',
  }
}

/** The one kept session could be opened, but no shell answers in it. */
export function noShell(name: string): SshFailure {
  return {
    kind: 'unreachable',
    text: `${name} let us in, but its shell does not answer as it should.`,
    remedy: 'Check that this account may run commands there and that /bin/sh works.',
  }
}

function sentence(line: string): string {
  const bare = line
    .trim()
    .replace(/^ssh: /, '')
    .slice(0, 300)
  return /[.!?]$/.test(bare) ? bare : `${bare}.`
}
