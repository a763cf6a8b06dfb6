/** A page of a running app, controlled over Chromium's debugging protocol. */
export interface PageSession {
  /** The value of an expression in the page; a promise is awaited. Fails with the page's own error. */
  readonly evaluate: <T>(expression: string) => Promise<T>
  /** Resolves when the page shows this text. */
  readonly sees: (text: string) => Promise<void>
  /** A picture of the page as PNG bytes. */
  readonly screenshot: () => Promise<Buffer>
  readonly close: () => void
}

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: {
    readonly targetInfo?: { targetId: string; type: string; url: string }
    readonly context?: { origin: string; auxData?: { isDefault?: boolean } }
  }
  readonly result?: Record<string, unknown>
  readonly error?: { readonly message: string }
}

/**
 * Attaches to the app's page at a debugging address (`ws://…/devtools/browser/…`) once it has an address.
 *
 * Playwright's own connectOverCDP requires browser contexts, which Electron does not have; and Playwright's launcher
 * needs Node's inspector, which packages have disabled. This needs neither.
 */
export async function attachToPage(address: string): Promise<PageSession> {
  const socket = new WebSocket(address)
  const listeners = new Set<(message: Message) => void>()
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    for (const listener of listeners) listener(message)
  })
  await opened(socket)

  const first = <T>(pick: (message: Message) => T | undefined) =>
    new Promise<T>((resolve, reject) => {
      const ended = () => reject(new Error('The app closed its debugging port.'))
      const listener = (message: Message) => {
        const value = pick(message)
        if (value === undefined) return
        listeners.delete(listener)
        socket.removeEventListener('close', ended)
        resolve(value)
      }
      listeners.add(listener)
      socket.addEventListener('close', ended)
    })

  let lastId = 0
  const ask = async (method: string, params: object, sessionId?: string) => {
    const id = ++lastId
    const answer = first((message) => (message.id === id ? message : undefined))
    socket.send(JSON.stringify({ id, method, params, sessionId }))
    const { result, error } = await answer
    if (error) throw new Error(`${method}: ${error.message}`)
    return result ?? {}
  }

  const page = first(({ params }) => {
    const target = params?.targetInfo
    return target?.type === 'page' && /^(?!about:|devtools:)./.test(target.url) ? target.targetId : undefined
  })
  await ask('Target.setDiscoverTargets', { discover: true })
  const { sessionId } = await ask('Target.attachToTarget', { targetId: await page, flatten: true })

  // The first document is blank; the page's own world comes with the origin of its address.
  const ownWorld = first(({ params }) => {
    const context = params?.context
    return context?.auxData?.isDefault && context.origin !== '://' && context.origin !== '' ? true : undefined
  })
  await ask('Runtime.enable', {}, String(sessionId))
  await ownWorld

  const evaluate = async <T>(expression: string): Promise<T> => {
    const answer = await ask(
      'Runtime.evaluate',
      { expression, awaitPromise: true, returnByValue: true },
      String(sessionId),
    )
    const { result, exceptionDetails } = answer as {
      result: { value: T }
      exceptionDetails?: { exception?: { description?: string } }
    }
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'The page threw.')
    return result.value
  }

  await evaluate(
    `new Promise((done) => document.readyState === 'complete' ? done() : addEventListener('load', done))`,
  )
  return {
    evaluate,
    sees: (text) => evaluate(whenShown(text)),
    screenshot: async () => {
      const { data } = await ask('Page.captureScreenshot', { format: 'png' }, String(sessionId))
      return Buffer.from(String(data), 'base64')
    },
    close: () => socket.close(),
  }
}

function opened(socket: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error(`No answer at ${socket.url}.`)))
  })
}

const whenShown = (text: string) => `new Promise((done) => {
  const shown = () => document.body.innerText.includes(${JSON.stringify(text)})
  if (shown()) return done()
  const watcher = new MutationObserver(() => { if (shown()) { watcher.disconnect(); done() } })
  watcher.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
})`
