import type { BrowserWindow, WebContents } from 'electron'
import { AppWindow } from './app-window'

/** The windows that are currently open. */
export class AppWindows {
  readonly #create: (openWindows: number) => BrowserWindow
  readonly #windows = new Set<AppWindow>()
  readonly #onClosed: (window: AppWindow) => void

  constructor(create: (openWindows: number) => BrowserWindow, onClosed: (window: AppWindow) => void) {
    this.#create = create
    this.#onClosed = onClosed
  }

  all(): readonly AppWindow[] {
    return [...this.#windows]
  }

  /** Opens a window without a file. */
  open(): AppWindow {
    const window = new AppWindow(this.#create(this.#windows.size))
    this.#windows.add(window)
    window.browserWindow.once('closed', () => {
      this.#windows.delete(window)
      this.#onClosed(window)
    })
    return window
  }

  /** Opens a window with the start screen. */
  async openStart(): Promise<AppWindow> {
    const window = this.open()
    await window.load()
    return window
  }

  ofContents(contents: WebContents): AppWindow | undefined {
    return this.all().find(
      ({ browserWindow }) => !browserWindow.isDestroyed() && browserWindow.webContents === contents,
    )
  }

  ofReview(path: string): AppWindow | undefined {
    return this.all().find(({ review }) => review?.path === path)
  }

  focused(): AppWindow | undefined {
    return this.all().find(({ browserWindow }) => browserWindow.isFocused()) ?? this.all().at(-1)
  }
}
