import { getCurrentScope, onScopeDispose } from 'vue'
import { benchPortMessage } from '../../core/contract/bridge'
import type {
  BenchAnswer,
  BenchArguments,
  BenchEvent,
  BenchMessage,
  BenchRequestName,
} from '../../core/contract/bench-requests'
import { BenchConnection, type Line } from '../connection/bench-connection'

export interface Bench {
  /** Sends a request to the bench of this window; rejects with a `RequestFailure` (message, remedy). */
  request<N extends BenchRequestName>(name: N, argumentsOfRequest: BenchArguments<N>): Promise<BenchAnswer<N>>
  /** Listens to the bench's events until the returned function is called or the component is unmounted. */
  onEvent(listener: (event: BenchEvent) => void): () => void
}

const connection = new BenchConnection()
let connected = false

/** The bench of this window: one connection for the whole page, opened on first use. */
export function useBench(): Bench {
  if (!connected) connect()
  return {
    request: (name, argumentsOfRequest) => connection.request(name, argumentsOfRequest),
    onEvent(listener) {
      const stop = connection.onEvent(listener)
      if (getCurrentScope()) onScopeDispose(stop)
      return stop
    },
  }
}

function connect(): void {
  connected = true
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    const [port] = event.ports
    if (event.source === window && event.data === benchPortMessage && port) connection.adopt(lineOf(port))
  })
  window.benchwright.onShellEvent((event) => {
    if (event.type !== 'bench-lost') return
    if (event.restarting) connection.lose(event.error)
    else connection.end(event.error)
  })
  window.benchwright.connectBench()
}

function lineOf(port: MessagePort): Line {
  return {
    listen(receive) {
      port.onmessage = ({ data }: MessageEvent<BenchMessage>) => receive(data)
    },
    send: (message) => port.postMessage(message),
    close: () => port.close(),
  }
}
