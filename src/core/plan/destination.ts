import * as v from 'valibot'

declare const parsed: unique symbol

/**
 * A machine as plans, lists and requests name it: `thisMachine`, or the canonical text of an SSH destination. Created
 * only by `parseDestination` and `destinationSchema`, at the edges; equal machines have equal texts.
 */
export type Destination = string & { readonly [parsed]: true }

/** One hop. `host` may be an alias of ssh_config, which may set everything else. */
interface Hop {
  readonly user?: string
  readonly host: string
  readonly port?: number
}

/** The parts of an SSH destination. */
export interface SshAddress extends Hop {
  /** Jump hosts, nearest first. */
  readonly jumps: readonly Hop[]
}

export type ParsedDestination =
  | { readonly ok: true; readonly destination: Destination }
  /** One sentence: what is wrong, and the accepted form. */
  | { readonly ok: false; readonly error: string }

/** Maximum length of a host name (RFC 1035) and of a user name. */
const longest = 255
/** A name that neither ssh, its configuration nor a shell can take for anything else. Aliases may contain any letters. */
const hostName = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u
const addressInBrackets = /^[0-9A-Fa-f:.]{2,}(?:%[A-Za-z0-9_.-]+)?$/
/** `@` and `\` are allowed inside, for directory accounts: `DOMAIN\name`, `name@domain`. */
const userName = /^[\p{L}\p{N}_.](?:[\p{L}\p{N}_.@\\+$-]*[\p{L}\p{N}_.$-])?$/u
const shapes = 'Write user@host, user@host:port, an alias of ~/.ssh/config, or HOST via JUMP.'

/** This machine. A remote machine named `local` is reached as `user@local`. */
export const thisMachine: Destination = known('local')

/**
 * Reads a destination as typed: `local`, `[user@]host[:port]`, `[user@][IPv6][:port]`, `ssh://…`, an alias, each with
 * ` via JUMP[,JUMP…]` after it. Rejects anything that could be taken for an option or a command. Never throws.
 */
export function parseDestination(text: string): ParsedDestination {
  const address = parseAddress(text)
  if (typeof address === 'string') return refused(text, address)
  const destination = addressText(address)
  return isDestination(destination) ? { ok: true, destination } : refused(text, 'is not a host name')
}

/** A destination in incoming data, converted to its canonical text. */
export const destinationSchema = v.pipe(
  v.string(),
  v.maxLength(2000),
  v.check((text) => parseDestination(text).ok, 'an SSH destination such as user@host:port'),
  v.transform(known),
)

/** The parts of an SSH destination. Throws a RangeError for this machine. */
export function sshAddress(destination: Destination): SshAddress {
  const address = destination === thisMachine ? 'is this machine' : parseAddress(destination)
  if (typeof address === 'string') throw new RangeError(`${destination} ${address}.`)
  return address
}

/** The canonical text of an address; equal addresses give equal texts. */
export function addressText(address: SshAddress): string {
  const { jumps } = address
  return hopText(address) + (jumps.length > 0 ? ` via ${jumps.map(hopText).join(',')}` : '')
}

/** A text known to be a destination. Throws a RangeError if it is not one. */
function known(text: string): Destination {
  const read = parseDestination(text)
  if (!read.ok) throw new RangeError(read.error)
  return read.destination
}

/** True for the canonical text of a machine. */
function isDestination(text: string): text is Destination {
  const address = parseAddress(text)
  return typeof address !== 'string' && addressText(address) === text
}

/** The parts of a typed destination, or what is wrong with it. */
function parseAddress(text: string): SshAddress | string {
  const [last = '', ...more] = text.trim().split(/ +via +/)
  if (more.length > 1) return 'has more than one "via"'
  const main = parseHop(last)
  if (typeof main === 'string') return main
  const jumps: Hop[] = []
  for (const jump of more[0]?.split(/ *, */) ?? []) {
    const hop = parseHop(jump)
    if (typeof hop === 'string') return hop
    jumps.push(hop)
  }
  return { ...main, jumps }
}

/** A machine, or what is wrong with its text. */
function parseHop(text: string): Hop | string {
  const bare = text.replace(/^ssh:\/\//i, '').replace(/(?<=.)\/$/, '')
  const at = bare.lastIndexOf('@')
  const user = at < 0 ? undefined : bare.slice(0, at)
  const place = bare.slice(at + 1)
  if (user !== undefined && (!userName.test(user) || user.length > longest))
    return 'has a user name that is not allowed'
  const match = bareAddress(place) ?? /^(?:\[([^\]]*)\]|([^:[\]]*))(?::(.*))?$/.exec(place)
  if (!match) return 'is not a host name'
  const [, address, name = '', portText] = match
  const host = address ?? name
  if (host === '') return 'has no host name'
  if (host.length > longest || !(address === undefined ? hostName : addressInBrackets).test(host))
    return 'has a host name that is not allowed'
  const port = portText === undefined ? undefined : Number(portText)
  if (port !== undefined && !(/^\d{1,5}$/.test(portText ?? '') && port >= 1 && port <= 65_535))
    return 'has a port that is not a number from 1 to 65535'
  return { ...(user !== undefined && { user }), host, ...(port !== undefined && { port }) }
}

/** An IPv6 address without brackets; it cannot carry a port. */
function bareAddress(place: string): readonly (string | undefined)[] | undefined {
  return place.split(':').length > 2 && addressInBrackets.test(place) ? ['', place] : undefined
}

function hopText({ user, host, port }: Hop): string {
  const place = host.includes(':') ? `[${host}]` : host
  return `${user === undefined ? '' : `${user}@`}${place}${port === undefined ? '' : `:${port}`}`
}

function refused(text: string, why: string): ParsedDestination {
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text
  return { ok: false, error: `The destination “${shown}” ${why}. ${shapes}` }
}
