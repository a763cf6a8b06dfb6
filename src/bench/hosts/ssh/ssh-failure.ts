/** Why a connection did not come about or ended, as far as ssh says. */
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

/** In this order: the first that fits counts. The words are those of OpenSSH, which are never translated. */
const patterns: readonly Pattern[] = [
  {
    said: /REMOTE HOST IDENTIFICATION HAS CHANGED|Host key for .* has changed/,
    kind: 'changed-key',
    remedy:
      'Ask whoever runs the machine whether its key was changed. Only then remove the stored key from the named file and log in again.',
  },
  {
    said: /^No .* host key is known for .*$|Host key verification failed/m,
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
    remedy: 'Log in on the Hosts screen, or load a key of this account into the SSH agent.',
  },
  {
    said: /^.*(?:[Bb]ad configuration option|Bad owner or permissions|terminating, .*bad configuration|no argument after keyword|unsupported option|keyword \S+ extra arguments).*$/m,
    kind: 'configuration',
    remedy: 'Mend the ssh configuration at the named place.',
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

/** Reads what ssh printed before it ended. Text of banners may stand around it. */
export function readSshFailure(printed: string): SshFailure {
  const text = printed.replaceAll('\r', '')
  for (const { said, kind, remedy } of patterns) {
    const match = said.exec(text)
    if (match)
      return { kind, text: sentence(kind === 'changed-key' ? 'The host key changed' : match[0]), remedy }
  }
  const last = text.trim().split('\n').at(-1)?.trim() ?? ''
  return {
    kind: 'unreachable',
    text: sentence(last === '' ? 'The connection ended without a reason' : last),
    remedy: 'Try the same destination with ssh in a terminal; it may say more.',
  }
}

function sentence(line: string): string {
  const bare = line
    .trim()
    .replace(/^ssh: /, '')
    .slice(0, 300)
  return /[.!?]$/.test(bare) ? bare : `${bare}.`
}
