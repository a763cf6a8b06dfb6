/** A kind of state that all tests of a process share. */
interface Shared {
  /** Its parts by name. */
  readonly read: () => ReadonlyMap<PropertyKey, unknown>
  /** Gives a part its earlier value back; `undefined` if there was none. */
  readonly restore: (part: PropertyKey, value: unknown) => void
}

const restoreProperty = (holder: object, name: PropertyKey, value: unknown) => {
  if (value === undefined) Reflect.deleteProperty(holder, name)
  else Reflect.set(holder, name, value)
}

/** What Node makes of a global when it is first used; until then the value of its property is in a getter. */
const unread = Symbol('not read yet')

const clocks = { 'Date.now': Date, 'performance.now': performance, 'process.hrtime': process }

const shared: Readonly<Record<string, Shared>> = {
  variable: {
    read: () => new Map(Object.entries(process.env)),
    restore: (name, value) => restoreProperty(process.env, name, value),
  },
  folder: {
    read: () => new Map([['cwd', process.cwd()]]),
    restore: (_, value) => process.chdir(String(value)),
  },
  permissions: {
    read: () => new Map([['umask', readUmask()]]),
    restore: (_, value) => void process.umask(Number(value)),
  },
  listener: {
    read: () => new Map(process.eventNames().map((event) => [event, process.rawListeners(event)])),
    restore: (event, before) => {
      if (typeof event === 'number') return
      process.removeAllListeners(event)
      for (const listener of (before ?? []) as (() => void)[]) process.on(event, listener)
    },
  },
  clock: {
    read: () => new Map(Object.entries(clocks).map(([name, holder]) => [name, readClock(name, holder)])),
    restore: (name, value) =>
      restoreProperty(clocks[name as keyof typeof clocks], lastPart(String(name)), value),
  },
  global: {
    read: () =>
      new Map(
        Object.getOwnPropertyNames(globalThis).flatMap((name) => {
          // What packages keep for themselves, such as `__VUE__`.
          if (name.startsWith('__')) return []
          const property = Reflect.getOwnPropertyDescriptor(globalThis, name)
          return [[name, property && 'value' in property ? (property.value as unknown) : unread] as const]
        }),
      ),
    restore: (name, value) => {
      if (value !== unread) restoreProperty(globalThis, name, value)
    },
  },
}

/** It can only be read by setting another one. */
function readUmask(): number {
  const umask = process.umask(0o77)
  process.umask(umask)
  return umask
}

const lastPart = (name: string) => name.slice(name.lastIndexOf('.') + 1)
const readClock = (name: string, holder: object): unknown => Reflect.get(holder, lastPart(name))

function isSame(before: unknown, after: unknown): boolean {
  if (before === unread && after !== undefined) return true
  if (!Array.isArray(before) || !Array.isArray(after)) return Object.is(before, after)
  return before.length === after.length && before.every((each, place) => each === after[place])
}

const read = () => Object.entries(shared).map(([kind, { read }]) => [kind, read()] as const)

/**
 * Notes the state of this process: variables, working folder, umask, listeners, clock and globals. The function that it
 * returns names what has changed since, and takes it back.
 */
export function tracesSince(): () => readonly string[] {
  const noted = read()
  return () =>
    noted.flatMap(([kind, before]) => {
      const after = shared[kind]?.read() ?? new Map<PropertyKey, unknown>()
      const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
        (part) => !isSame(before.get(part), after.get(part)),
      )
      for (const part of changed) shared[kind]?.restore(part, before.get(part))
      return changed.map((part) => `${kind} ${String(part)}`)
    })
}
