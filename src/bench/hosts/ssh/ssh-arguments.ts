import type { SshAddress } from '../../../core/plan/destination'
import { quoteCommand } from '../quoting'

/** Which host keys are believed on the way to one machine, as the person's ssh configuration says. */
export interface HostKeyRules {
  /** Lists that are read; ssh adds new keys to the first, which is the app's own. */
  readonly lists: readonly string[]
  /** What becomes of a key of a host that has none on record. One that differs from the record is always refused. */
  readonly newKeys: 'ask' | 'accept' | 'refuse'
}

/** Files the system's OpenSSH client works with. */
export interface SshFiles {
  /** Path of this connection's control socket, in a folder private to this user. */
  readonly controlPath: string
  /** Which keys are believed of the host itself, and of each jump named before it. */
  readonly keys: HostKeyRules
  readonly jumpKeys: readonly HostKeyRules[]
  /** Another ssh_config than the person's own. */
  readonly config: string | undefined
}

/**
 * Options of every call: the person's configuration counts for how a host is reached, but nothing in it may forward,
 * run a command, ask on a terminal that is not there, or hide why a connection failed. ssh takes the first value it
 * sees, so those here win over the configuration. Options newer than OpenSSH 8.7 are passed over by older clients.
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
 * The connection itself. `interactive`: in front of a person, who answers questions; otherwise nothing is asked and
 * what would need an answer fails. A key that is not on record is a question unless the person's configuration answers it,
 * one that changed is always a failure.
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

/** A further session on an open connection. Never opens a connection of its own: without the master it fails. */
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

/** What `-L` takes for two sockets; ssh splits at colons and reads a backslash as an escape. */
export function forwardText(here: string, there: string): string {
  return [here, there].map((path) => path.replace(/[\\:]/g, '\\$&')).join(':')
}

/**
 * `check` asks whether the master lives, `exit` ends it; `forward` and `cancel` need what is forwarded, and read no
 * configuration, whose own forwardings would be asked for, too.
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
 * The way over other machines. Not with ssh's own option for it, whose inner ssh would know nothing of our options: it
 * would ask questions that no one sees, and keep host keys elsewhere. The command is read by a shell, after ssh put in `%h` and `%p`.
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

/** `--` first: a host name is never read as an option. */
function place({ user, host, port }: Omit<SshAddress, 'jumps'>): string[] {
  return [
    ...(user === undefined ? [] : ['-l', user]),
    ...(port === undefined ? [] : ['-p', String(port)]),
    '--',
    host,
  ]
}
