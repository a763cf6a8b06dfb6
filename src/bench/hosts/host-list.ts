import { systemErrorText } from '../../core/errors/system-error'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { destinationSchema, thisMachine, type Destination } from '../../core/plan/destination'
import { writeFileWhole } from '../files/write-file-whole'
import { HostError } from './host-error'
import { settingsFolder } from '../files/settings-folder'
import { createFolder } from '../files/create-folder'

/** A machine that a person added. */
export interface ListedHost {
  readonly destination: Destination
  /** What people call it; may be empty. */
  readonly label: string
  readonly addedAtMs: number
}

const shape = v.object({
  schema: v.literal(1),
  hosts: v.array(
    v.object({
      destination: destinationSchema,
      label: v.pipe(v.string(), v.maxLength(200)),
      addedAtMs: v.pipe(v.number(), v.finite()),
    }),
  ),
})

/**
 * The hosts that were added, in a file of the app's settings. Each request rereads the file, because other
 * processes use it, too.
 */
export class HostList {
  constructor(readonly path: string = join(settingsFolder(), 'hosts.json')) {}

  /** In the order they were added. Throws a HostError if the file cannot be read. */
  all(): readonly ListedHost[] {
    let text: string
    try {
      text = readFileSync(this.path, 'utf8')
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
      throw this.#unreadable(systemErrorText(error))
    }
    try {
      return v.parse(shape, JSON.parse(text)).hosts
    } catch {
      throw this.#unreadable('it is not a list of hosts')
    }
  }

  /** Adds a host, or renames it if it is on the list. Rejects with a HostError for this machine. */
  async add(destination: Destination, label = ''): Promise<ListedHost> {
    if (destination === thisMachine)
      throw new HostError(
        'This machine is always on the list.',
        'Write user@local for another machine of that name.',
      )
    const hosts = this.all()
    const there = hosts.find((host) => host.destination === destination)
    const host = { destination, label, addedAtMs: there?.addedAtMs ?? Date.now() }
    await this.#write(there ? hosts.map((one) => (one === there ? host : one)) : [...hosts, host])
    return host
  }

  /** Removes a host from the list; its results and its key stay. False if it was not listed. */
  async remove(destination: Destination): Promise<boolean> {
    const hosts = this.all()
    const rest = hosts.filter((host) => host.destination !== destination)
    if (rest.length === hosts.length) return false
    await this.#write(rest)
    return true
  }

  async #write(hosts: readonly ListedHost[]): Promise<void> {
    createFolder(dirname(this.path), 0o700)
    await writeFileWhole(this.path, `${JSON.stringify({ schema: 1, hosts }, null, 2)}\n`)
  }

  #unreadable(why: string): HostError {
    return new HostError(`${this.path} cannot be read: ${why}.`, 'Correct the file or move it away.')
  }
}
