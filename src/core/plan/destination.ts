/** Where an SSH connection goes. `host` may be an alias of ssh_config, which may set all the rest. */
export interface Destination {
  readonly user?: string
  readonly host: string
  readonly port?: number
  /** Machines to go through, nearest first, each as `user@host:port`. */
  readonly jumps: readonly string[]
}

export type ParsedDestination =
  | { readonly ok: true; readonly destination: Destination }
  /** One sentence: what is wrong, and what it may look like. */
  | { readonly ok: false; readonly error: string }

/** The longest a host name may be (RFC 1035); no user name is longer. */
const longest = 255
/** A name that ssh, its configuration and no shell could take for anything else. Aliases may hold any letters. */
const hostName = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u
const addressInBrackets = /^[0-9A-Fa-f:.]{2,}(?:%[A-Za-z0-9_.-]+)?$/
/** With `@` and `\` inside for accounts of a directory: `DOMAIN\name`, `name@domain`. */
const userName = /^[\p{L}\p{N}_.](?:[\p{L}\p{N}_.@\\+$-]*[\p{L}\p{N}_.$-])?$/u
const shapes = 'Write user@host, user@host:port, an alias of ~/.ssh/config, or HOST via JUMP.'

/**
 * Reads an SSH destination as people type it: `[user@]host[:port]`, `[user@][IPv6][:port]`, `ssh://…`, an alias, each with
 * ` via JUMP[,JUMP…]` after it. Refuses what could be taken for an option or a command. Never throws.
 */
export function parseDestination(text: string): ParsedDestination {
  const [last = '', ...more] = text.trim().split(/ +via +/)
  if (more.length > 1) return refused(text, 'has more than one "via"')
  const main = parseHop(last)
  if (typeof main === 'string') return refused(text, main)
  const jumps: string[] = []
  for (const jump of more[0]?.split(/ *, */) ?? []) {
    const hop = parseHop(jump)
    if (typeof hop === 'string') return refused(text, hop)
    jumps.push(hopText(hop))
  }
  return { ok: true, destination: { ...main, jumps } }
}

/** The one text of a destination; equal destinations give equal texts. */
export function destinationText(destination: Destination): string {
  const { jumps } = destination
  return hopText(destination) + (jumps.length > 0 ? ` via ${jumps.join(',')}` : '')
}

type Hop = Omit<Destination, 'jumps'>

/** A machine, or what is wrong with the text of it. */
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
