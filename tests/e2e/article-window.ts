import type { ElectronApplication, Page } from 'playwright-core'

/** An article in a plain browser window: no preload, no app, a separate session. */
export interface ArticleWindow {
  readonly page: Page
  /** Errors of the page and of its console. */
  readonly problems: readonly string[]
  /** What it requested besides the file itself and its embedded content. */
  readonly requests: () => Promise<readonly string[]>
  /** As a person prints it, on A4 without backgrounds. */
  readonly print: () => Promise<Uint8Array>
}

/** Opens a file by its path in Chromium; any request for more than the file is recorded and refused. */
export async function openArticle(app: ElectronApplication, path: string): Promise<ArticleWindow> {
  const opened = app.waitForEvent('window')
  await app.evaluate(({ BrowserWindow, session }, shown) => {
    const own = session.fromPartition('article')
    const all: string[] = []
    Reflect.set(globalThis, 'asked', all)
    own.webRequest.onBeforeRequest(({ url }, answer) => {
      all.push(url)
      answer({ cancel: !/^(file|data|devtools):/.test(url) })
    })
    const window = new BrowserWindow({
      width: 1100,
      height: 900,
      webPreferences: { session: own, sandbox: true },
    })
    Reflect.set(globalThis, 'articleWindow', window.id)
    void window.loadFile(shown)
  }, path)
  const page = await opened
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  await page.waitForLoadState('load')
  return {
    page,
    problems,
    requests: async () => {
      const asked = await app.evaluate(() => Reflect.get(globalThis, 'asked') as string[])
      return asked.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))
    },
    print: async () =>
      Buffer.from(
        await app.evaluate(async ({ BrowserWindow }) => {
          const window = BrowserWindow.fromId(Reflect.get(globalThis, 'articleWindow') as number)
          const pdf = await window?.webContents.printToPDF({ printBackground: false, pageSize: 'A4' })
          return pdf?.toString('base64') ?? ''
        }),
        'base64',
      ),
  }
}

/** Pages of a PDF by its page objects. */
export function pageCount(pdf: Uint8Array): number {
  return (
    Buffer.from(pdf)
      .toString('latin1')
      .match(/\/Type \/Page\b(?!s)/g)?.length ?? 0
  )
}
