import type {
  BenchAnswer,
  BenchArguments,
  BenchEvent,
  BenchMessage,
  BenchRequestName,
  RequestError,
} from '../../core/contract/bench-requests'
import { PendingRequests } from '../../core/contract/pending-requests'
import { RequestFailure } from '../../core/contract/request-failure'
import { plainCopy } from './plain-copy'

/** A channel to the bench and back; in the window a MessagePort. */
export interface Line {
  listen(receive: (message: BenchMessage) => void): void
  send(message: BenchMessage): void
  close(): void
}

type RequestMessage = Extract<BenchMessage, { kind: 'request' }>

/**
 * Requests to the bench over whichever channel is open. Requests sent before the first channel is open wait for it.
 */
export class BenchConnection {
  #line: Line | undefined
  #unsent: RequestMessage[] = []
  /** Why no channel will be opened any more. */
  #ended: RequestError | undefined
  readonly #requests = new PendingRequests()
  readonly #listeners = new Set<(event: BenchEvent) => void>()

  /** Switches to a new channel, replacing the previous one. */
  adopt(line: Line): void {
    if (this.#line) this.lose({ message: 'The line to the bench was replaced.', id: 'bench-lost' })
    this.#line = line
    this.#ended = undefined
    line.listen((message) => this.#receive(message))
    const unsent = this.#unsent
    this.#unsent = []
    for (const message of unsent) line.send(message)
  }

  /** Closes the channel: every request that was sent over it fails with this error. */
  lose(error: RequestError): void {
    this.#line?.close()
    this.#line = undefined
    this.#requests.failAll(error, new Set(this.#unsent.map(({ sequence }) => sequence)))
  }

  /**
   * Closes for good: whatever waits or is requested from now on fails with this error, unless a new channel is opened
   * after all.
   */
  end(error: RequestError): void {
    this.#unsent = []
    this.lose(error)
    this.#ended = error
  }

  /** Sends a request to the bench; rejects with a `RequestFailure`. */
  request<N extends BenchRequestName>(
    name: N,
    argumentsOfRequest: BenchArguments<N>,
  ): Promise<BenchAnswer<N>> {
    if (this.#ended) return Promise.reject(new RequestFailure(this.#ended))
    const plain = plainCopy(argumentsOfRequest)
    const { sequence, answer } = this.#requests.open()
    const message: RequestMessage = { kind: 'request', sequence, name, arguments: plain }
    if (this.#line) this.#line.send(message)
    else this.#unsent.push(message)
    return answer as Promise<BenchAnswer<N>>
  }

  /** Listens to the bench's events, over every future channel; returns a function that stops listening. */
  onEvent(listener: (event: BenchEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #receive(message: BenchMessage): void {
    if (message.kind === 'answer') this.#requests.answered(message.sequence, message.answer)
    else if (message.kind === 'error') this.#requests.failed(message.sequence, message.error)
    else if (message.kind === 'event') for (const listener of [...this.#listeners]) listener(message.event)
  }
}
