import type { SshAddress } from '../../../core/plan/destination'
import { quoteCommand } from '../quoting'

/** Which host keys are trusted on the way to one machine, according to the user's ssh configuration. */
export interface HostKeyRules {
  /** known_hosts files to read; ssh adds new keys to the first, which is the app's own. */
  readonly lists: readonly string[]
  /**
   * What to do with the key of a host that has none on record. A key that differs from the record is always
   * refused.
   */
  readonly newKeys: 'ask' | 'accept' | 'refuse'
}

/** Files the system's OpenSSH client works with. */
export interface SshFiles {
  /** Path of this connection's control socket, in a folder private to this user. */
  readonly controlPath: string
  /** Which keys are trusted for the host itself and for each jump before it. */
  readonly keys: HostKeyRules
  readonly jumpKeys: readonly HostKeyRules[]
  /** An ssh_config to use instead of the user's own. */
  readonly config: string | undefined
}

/**
 * Options of every call: the user's configuration decides how a host is reached, but nothing in it may
 * forward, run a command, ask on a missing terminal, or hide why a connection failed. ssh takes the first
 * value it sees, so these win over the configuration. Older clients ignore options newer than OpenSSH 8.7.
 */
const always = [
  'IgnoreUnknown=StdinNull,SessionType,ForkAfterAuthentication',
  'ServerAliveInterval=5',
  'ServerAliveCountMax=2',
  'TCPKeepAlive=yes',
  'ConnectTimeout=10',
  'ConnectionAttempts=1',
  'ForwardAgent=no',
  'ForwardX11=no',
  'ClearAllForwardings=yes',
  'ExitOnForwardFailure=no',
  'PermitLocalCommand=no',
  'RemoteCommand=none',
  'StdinNull=no',
  'ForkAfterAuthentication=no',
  'Tunnel=no',
  'UpdateHostKeys=no',
  'VisualHostKey=no',
  'LogLevel=INFO',
]

/**
 * The connection itself. `interactive`: a person answers questions; otherwise nothing is asked, and whatever
 * needs an answer fails. An unknown key is a question unless the user's configuration answers it; a changed
 * key is always a failure.
 */
export function masterArguments(to: SshAddress, files: SshFiles, interactive: boolean): string[] {
  return [
    ...['-M', '-N', '-S', literal(files.controlPath)],
    ...common(files.config, files.keys, interactive),
    ...options(['ControlMaster=yes', 'ControlPersist=no']),
    ...throughJumps(to.jumps, files, interactive),
    ...place(to),
  ]
}

/** A further session on an open connection. Never opens its own connection: without the master it fails. */
export function sessionArguments(to: SshAddress, files: SshFiles, command: string): string[] {
  return [
    ...['-T', '-S', literal(files.controlPath)],
    ...common(files.config, files.keys, false),
    ...options(['SessionType=default', 'ControlMaster=no', 'ProxyCommand=false']),
    ...place(to),
    command,
  ]
}

/** A connection with a single session, where control sockets are not possible. */
export function keptSessionArguments(
  to: SshAddress,
  files: SshFiles,
  interactive: boolean,
  command: string,
): string[] {
  return [
    '-T',
    ...common(files.config, files.keys, interactive),
    ...options(['SessionType=default', 'ControlMaster=no', 'ControlPath=none']),
    ...throughJumps(to.jumps, files, interactive),
    ...place(to),
    command,
  ]
}

/** The argument of `-L` for two sockets; ssh splits at colons and reads a backslash as an escape. */
export function forwardText(here: string, there: string): string {
  return [here, there].map((path) => path.replace(/[\\:]/g, '\\$&')).join(':')
}

/**
 * `check` asks whether the master lives, `exit` ends it; `forward` and `cancel` need the forwarding. They
 * read no configuration, because ssh would apply its forwardings, too.
 */
export function controlArguments(
  to: SshAddress,
  files: SshFiles,
  request: 'check' | 'exit' | 'forward' | 'cancel',
  forward: readonly string[] = [],
): string[] {
  const own = files.config === undefined ? [] : ['-F', files.config]
  const config = forward.length > 0 ? ['-F', '/dev/null'] : own
  return ['-S', literal(files.controlPath), '-O', request, ...config, ...forward, ...place(to)]
}

/** Arguments that resolve a destination by the ssh configuration. */
export function resolveArguments(to: SshAddress, config: string | undefined): string[] {
  return ['-G', ...(config === undefined ? [] : ['-F', config]), ...place(to)]
}

const asking = ['BatchMode=no', 'NumberOfPasswordPrompts=3']
const silent = ['BatchMode=yes', 'NumberOfPasswordPrompts=0']

function common(config: string | undefined, keys: HostKeyRules, interactive: boolean): string[] {
  const lists = keys.lists.map((path) => `"${literal(path)}"`).join(' ')
  const unasked = interactive && keys.newKeys === 'ask' ? 'ask' : 'yes'
  return [
    ...(config === undefined ? [] : ['-F', config]),
    ...options([
      ...always,
      ...(interactive ? asking : silent),
      `StrictHostKeyChecking=${keys.newKeys === 'accept' ? 'accept-new' : unasked}`,
      `UserKnownHostsFile=${lists}`,
    ]),
  ]
}

/** Escapes `%`, which ssh expands in these options (`%h` and others). */
function literal(path: string): string {
  return path.replaceAll('%', '%%')
}

function options(list: readonly string[]): string[] {
  return list.flatMap((option) => ['-o', option])
}

/**
 * The route over jump hosts. ssh's own option is not used: its inner ssh would not know these options, would
 * ask questions that no one sees, and would keep host keys elsewhere. A shell reads the command after ssh has
 * expanded `%h` and `%p`.
 */
function throughJumps(jumps: SshAddress['jumps'], files: SshFiles, interactive: boolean): string[] {
  const last = jumps.at(-1)
  const keys = files.jumpKeys[jumps.length - 1]
  if (last === undefined || keys === undefined) return []
  const words = [
    'ssh',
    ...common(files.config, keys, interactive),
    ...options(['ControlMaster=no', 'ControlPath=none']),
    ...throughJumps(jumps.slice(0, -1), files, interactive),
  ]
  const command = [...words.map(literal), '-W', '[%h]:%p', ...place(last).map(literal)]
  return options([`ProxyCommand=${quoteCommand(command)}`])
}

/** `--` first, so that a host name is never read as an option. */
function place({ user, host, port }: Omit<SshAddress, 'jumps'>): string[] {
  return [
    ...(user === undefined ? [] : ['-l', user]),
    ...(port === undefined ? [] : ['-p', String(port)]),
    '--',
    host,
  ]
}
