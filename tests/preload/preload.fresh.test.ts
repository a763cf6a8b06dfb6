import { beforeEach, describe, expect, it, vi } from 'vitest'
import { benchPortMessage, type Bridge } from '../../src/core/contract/bridge'
import { channels } from '../../src/core/contract/channels'

const electron = vi.hoisted(() => ({
  exposed: new Map<string, unknown>(),
  listeners: new Map<string, (event: unknown, ...given: unknown[]) => void>(),
  invoke: vi.fn(),
  send: vi.fn(),
}))
/** Listens for drops on the preload's window. */
const addEventListener = vi.fn()
vi.mock('electron', () => ({
  contextBridge: { exposeInMainWorld: (name: string, value: unknown) => electron.exposed.set(name, value) },
  ipcRenderer: {
    invoke: electron.invoke,
    send: electron.send,
    on: (channel: string, listener: () => void) => electron.listeners.set(channel, listener),
    off: (channel: string, listener: () => void) => {
      if (electron.listeners.get(channel) === listener) electron.listeners.delete(channel)
    },
  },
  webUtils: { getPathForFile: ({ path }: { path: string }) => path },
}))

const postMessage = vi.fn()
beforeEach(async () => {
  vi.resetModules()
  vi.clearAllMocks()
  vi.stubGlobal('window', {
    location: { origin: 'app://benchwright' },
    postMessage,
    addEventListener,
  })
  await import('../../src/preload/preload')
})

const bridge = () => electron.exposed.get('benchwright') as Bridge

describe('the bridge', () => {
  it('is all that the page gets, and its functions are the contract’s', () => {
    expect([...electron.exposed.keys()]).toEqual(['benchwright'])
    expect(Object.keys(bridge()).sort()).toEqual(['connectBench', 'onShellEvent', 'shell'])
  })

  it('sends every request over one channel, whatever its name', async () => {
    electron.invoke.mockResolvedValue({ ok: true, answer: null })
    await bridge().shell('anything', { of: 'it' })
    expect(electron.invoke).toHaveBeenCalledExactlyOnceWith(channels.shell, 'anything', { of: 'it' })
    bridge().connectBench()
    expect(electron.send).toHaveBeenCalledExactlyOnceWith(channels.connectBench)
  })

  it('passes events on without the sender, until listening ends', () => {
    const hear = vi.fn()
    const stop = bridge().onShellEvent(hear)
    electron.listeners.get(channels.shellEvent)?.({ sender: 'ipc' }, { type: 'command', command: 'undo' })
    expect(hear).toHaveBeenCalledExactlyOnceWith({ type: 'command', command: 'undo' })
    stop()
    expect(electron.listeners.has(channels.shellEvent)).toBe(false)
  })

  it('passes the port to the bench on to its own window only', () => {
    electron.listeners.get(channels.benchPort)?.({ ports: ['port'] })
    expect(postMessage).toHaveBeenCalledExactlyOnceWith(benchPortMessage, 'app://benchwright', ['port'])
  })
})

describe('a drop of files', () => {
  const drop = (event: object) => {
    const [type, hear] = addEventListener.mock.calls[0] as [string, (event: object) => void]
    expect(type).toBe('drop')
    hear(event)
  }
  const files = [{ path: '/data/fio.json' }, { path: '' }]

  it('goes to the shell by path, without files that have none', () => {
    drop({ isTrusted: true, dataTransfer: { types: ['Files'], files } })
    expect(electron.send).toHaveBeenCalledExactlyOnceWith(channels.dropped, ['/data/fio.json'])
  })

  it('is the person’s: a synthetic event from the page is ignored, and so is dropped text', () => {
    drop({ isTrusted: false, dataTransfer: { types: ['Files'], files } })
    drop({ isTrusted: true, dataTransfer: { types: ['text/plain'], files: [] } })
    drop({ isTrusted: true, dataTransfer: null })
    expect(electron.send).not.toHaveBeenCalled()
  })
})
