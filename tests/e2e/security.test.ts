import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {} from '../../src/renderer/bridge'
import type { ShellReply } from '../../src/core/contract/bridge'
import { shellRequests } from '../../src/core/contract/shell-requests'
import { launchApp, type AppUnderTest } from './launch-app'

// At least one test per point of Electron's security checklist, on the running app. Points about the packed program
// (fuses, archive) are tested where it is packed.
let folder: string
let test: AppUnderTest

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-security-'))
  test = await launchApp()
  await test.window.getByTestId('start-view').waitFor()
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true, force: true })
})

const countWindows = () => test.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)

describe('the page', () => {
  it('is sandboxed, isolated and without Node, as the running window reports it', async () => {
    const preferences = await test.app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      // Not in Electron's types, but the only report of what really applies.
      const contents = window?.webContents as unknown as { getLastWebPreferences(): Record<string, unknown> }
      return contents.getLastWebPreferences()
    })
    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
    })
    for (const key of ['allowRunningInsecureContent', 'experimentalFeatures'])
      expect(preferences[key]).toBeFalsy()
    expect(preferences.enableBlinkFeatures ?? '').toBe('')
  })

  it('reports that it runs without its sandbox', async () => {
    const unconfined = await test.app.evaluate(({ app }) => app.commandLine.hasSwitch('no-sandbox'))
    const mark = test.window.getByText('Running as root, without sandbox')
    expect(await mark.count()).toBe(unconfined ? 1 : 0)
  })

  it('has its own origin, no Node and exactly three functions of the shell', async () => {
    const seen = await test.window.evaluate(() => ({
      origin: window.location.origin,
      secure: window.isSecureContext,
      names: ['require', 'process', 'module', 'Buffer', 'global', 'electron', 'ipcRenderer'].filter(
        (name) => name in window,
      ),
      bridge: Object.keys(window.benchwright).sort(),
    }))
    expect(seen).toEqual({
      origin: 'app://benchwright',
      secure: true,
      names: [],
      bridge: ['connectBench', 'onShellEvent', 'shell'],
    })
  })

  it('cannot change the bridge', async () => {
    const changed = await test.window.evaluate(() => {
      const bridge = window.benchwright as unknown as Record<string, unknown>
      try {
        bridge.shell = () => 'mine'
      } catch {
        // Frozen, as it should be.
      }
      return String(bridge.shell).includes('mine')
    })
    expect(changed).toBe(false)
  })

  it('runs no inline script, no handler in an attribute and no javascript: address', async () => {
    const blocked = await test.window.evaluate(async () => {
      const violations: string[] = []
      document.addEventListener('securitypolicyviolation', (event) =>
        violations.push(event.effectiveDirective),
      )
      const marks = window as unknown as Record<string, unknown>
      const script = document.createElement('script')
      script.textContent = 'window.inlineRan = true'
      document.body.append(script)
      const holder = document.createElement('div')
      holder.innerHTML = '<img src="x:" onerror="window.handlerRan = true">'
      document.body.append(holder)
      const link = document.createElement('a')
      link.href = 'javascript:window.linkRan = true'
      document.body.append(link)
      link.click()
      await new Promise((resolve) => setTimeout(resolve, 500))
      for (const element of [script, holder, link]) element.remove()
      return { violations, ran: ['inlineRan', 'handlerRan', 'linkRan'].filter((name) => name in marks) }
    })
    expect(blocked.ran).toEqual([])
    expect(blocked.violations).toContain('script-src-elem')
  })

  it('loads nothing from other origins: no script, frame, picture, style, request or worker', async () => {
    const directives = await test.window.evaluate(async () => {
      const blocked = new Set<string>()
      document.addEventListener('securitypolicyviolation', (event) => blocked.add(event.effectiveDirective))
      const elements = [
        Object.assign(document.createElement('script'), { src: 'https://example.com/x.js' }),
        Object.assign(document.createElement('img'), { src: 'https://example.com/x.png' }),
        Object.assign(document.createElement('link'), {
          rel: 'stylesheet',
          href: 'https://example.com/x.css',
        }),
        Object.assign(document.createElement('iframe'), { src: 'app://benchwright/index.html' }),
        Object.assign(document.createElement('object'), { data: 'https://example.com/x' }),
      ]
      document.body.append(...elements)
      await fetch('https://example.com/').catch(() => undefined)
      try {
        new Worker('https://example.com/x.js')
      } catch {
        // Another origin.
      }
      await new Promise((resolve) => setTimeout(resolve, 500))
      for (const element of elements) element.remove()
      return [...blocked].sort()
    })
    expect(directives).toEqual(
      expect.arrayContaining([
        'connect-src',
        'frame-src',
        'img-src',
        'object-src',
        'script-src-elem',
        'style-src-elem',
      ]),
    )
  })

  it('comes with its policy, and nothing outside its folder is served', async () => {
    const [answer] = await Promise.all([
      test.window.waitForResponse('app://benchwright/index.html'),
      test.window.reload(),
    ])
    const policy = (await answer.headerValue('content-security-policy')) ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(await answer.headerValue('x-content-type-options')).toBe('nosniff')

    const statusOf = (address: string) =>
      test.app.evaluate(async ({ BrowserWindow }, url) => {
        const window = new BrowserWindow({ show: false })
        const told = new Promise<number>((resolve) => {
          window.webContents.on('did-navigate', (_event, _url, status) => resolve(status))
          window.webContents.on('did-fail-load', () => resolve(0))
        })
        window.loadURL(url).catch(() => undefined)
        const status = await told
        window.destroy()
        return status
      }, address)
    expect(await statusOf('app://benchwright/index.html')).toBe(200)
    for (const path of ['..%2fmain.js', '..%2f..%2fpackage.json', '%2fetc%2fpasswd', ''])
      expect(await statusOf(`app://benchwright/${path}`), path).toBe(404)
    expect(await statusOf('app://other/index.html')).toBe(0)
    expect(await statusOf('file:///etc/passwd')).toBe(0)
  })
})

describe('the window', () => {
  it.each([
    'https://example.com/',
    'file:///etc/passwd',
    'data:text/html,<script>1</script>',
    'app://benchwright/other.html',
  ])('does not navigate to %s', async (address) => {
    const before = test.window.url()
    await test.window.evaluate((to) => {
      window.location.assign(to)
      const link = Object.assign(document.createElement('a'), { href: to, target: '_self' })
      document.body.append(link)
      link.click()
      link.remove()
    }, address)
    await test.window.waitForTimeout(300)
    expect(test.window.url()).toBe(before)
    expect(await test.window.getByTestId('start-view').count()).toBe(1)
  })

  it.each(['https://example.com/', 'about:blank', 'app://benchwright/index.html'])(
    'opens no window for %s',
    async (address) => {
      const opened = await test.window.evaluate((to) => {
        const link = Object.assign(document.createElement('a'), { href: to, target: '_blank', rel: 'opener' })
        document.body.append(link)
        link.click()
        link.remove()
        return window.open(to) !== null
      }, address)
      expect(opened).toBe(false)
      expect(await countWindows()).toBe(1)
    },
  )

  it('knows no webview', async () => {
    const seen = await test.window.evaluate(async () => {
      const view: HTMLElement = document.createElement('webview')
      view.setAttribute('src', 'https://example.com/')
      document.body.append(view)
      await new Promise((resolve) => setTimeout(resolve, 300))
      // An enabled webview has its own methods and shows its guest in a shadow tree.
      const active = 'getWebContentsId' in view || view.shadowRoot !== null
      view.remove()
      return active
    })
    expect(seen).toBe(false)
    const kinds = await test.app.evaluate(({ webContents }) =>
      webContents.getAllWebContents().map((one) => one.getType()),
    )
    expect(kinds).toEqual(['window'])
  })

  it('gives no permission', async () => {
    const answers = await test.window.evaluate(async () => {
      const states = await Promise.all(
        (['geolocation', 'notifications', 'camera', 'microphone', 'midi'] as const).map(async (name) =>
          navigator.permissions.query({ name }).then(
            ({ state }) => `${name} ${state}`,
            () => `${name} denied`,
          ),
        ),
      )
      const located = await new Promise<string>((resolve) => {
        navigator.geolocation.getCurrentPosition(
          () => resolve('located'),
          () => resolve('refused'),
        )
      })
      const read = await navigator.clipboard.readText().then(
        () => 'read',
        () => 'refused',
      )
      return { states, located, read, notified: await Notification.requestPermission() }
    })
    expect(answers.states.filter((state) => !state.endsWith('denied'))).toEqual([])
    expect(answers).toMatchObject({ located: 'refused', read: 'refused', notified: 'denied' })
  })
})

describe('requests to the shell', () => {
  const ask = (name: unknown, given: unknown) =>
    test.window.evaluate(([asked, handed]) => window.benchwright.shell(asked as string, handed), [
      name,
      given,
    ] as const)

  it.each(['nothing', '__proto__', 'app.facts ', 'plan.write', 'review.close', ''])(
    'rejects %j',
    async (name) => {
      expect(await ask(name, {})).toMatchObject({ ok: false, error: { id: 'bad-request' } })
    },
  )

  it.each(Object.keys(shellRequests))('%s refuses arguments of another shape', async (name) => {
    for (const given of [null, 5, 'x', { extra: true }, { path: { deep: 1 } }, { constructor: 1 }]) {
      expect(await ask(name, given)).toMatchObject({ ok: false, error: { id: 'bad-request' } })
    }
  })

  it('opens no path that the person did not open before', async () => {
    const reply = await ask('review.open-recent', { path: '/etc/passwd' })
    expect(reply).toMatchObject({ ok: false, error: { id: 'not-recent' } })
    expect(await ask('review.open-sample', { id: '../../../etc/passwd' })).toMatchObject({
      ok: false,
      error: { id: 'sample-missing' },
    })
  })

  it('answers no page from another origin, even with the app’s own preload', async () => {
    const stranger = await test.app.evaluate(async ({ app, BrowserWindow }) => {
      const preload = `${app.getAppPath()}/dist/preload.js`
      const window = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } })
      await window.loadURL('data:text/html,<title>stranger</title>')
      const reply = (await window.webContents.executeJavaScript(
        `window.benchwright.shell('start.recent', {})`,
      )) as unknown
      window.destroy()
      return reply
    })
    expect(stranger as ShellReply).toMatchObject({ ok: false, error: { id: 'refused' } })
  })
})
