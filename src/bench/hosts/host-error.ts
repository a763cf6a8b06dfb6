import { AppError } from '../../core/errors/app-error'

/**
 * `unreachable`: no connection, and none is waited for. `needs-login`: a person has to answer first.
 * `host-key-changed`: another machine answers. `too-large`: a file exceeds the limit. `not-a-file`: it is a
 * link, pipe, device or folder. `let-go`: this process abandoned the host. `host-not-listed`: it is not on
 * the list of hosts, and a results file alone is no reason to contact it. `cannot-start`: the machine or this process
 * may start no further program.
 */
export type HostErrorId =
  | 'unreachable'
  | 'needs-login'
  | 'host-key-changed'
  | 'too-large'
  | 'not-a-file'
  | 'let-go'
  | 'host-not-listed'
  | 'cannot-start'

/** A host did not do what was requested: it was unreachable, too slow or unable to. */
export class HostError extends AppError {
  override readonly name = 'HostError'
  declare readonly id: HostErrorId | undefined

  // eslint-disable-next-line @typescript-eslint/no-useless-constructor -- it narrows the ids
  constructor(message: string, remedy?: string, id?: HostErrorId) {
    super(message, remedy, id)
  }
}
