import type { Destination } from '../plan/destination'
import type { RequestError } from './bench-requests'
import type { AppFacts } from './shell-requests'

/** What the preload puts on `window.benchwright`; nothing else of Electron reaches the page. */
export interface Bridge {
  /** Asks the shell; the shell checks name, arguments and sender. */
  shell(name: string, argumentsOfRequest: unknown): Promise<ShellReply>
  /** Hears what the shell tells unasked; returns the end of listening. */
  onShellEvent(listener: (event: ShellEvent) => void): () => void
  /** Asks for a line to the bench; its MessagePort arrives as a window message with `benchPortMessage` as data. */
  connectBench(): void
}

export const benchPortMessage = 'benchwright:bench-port'

export type ShellReply =
  { readonly ok: true; readonly answer: unknown } | { readonly ok: false; readonly error: RequestError }

/** What the shell tells the window without being asked. */
export type ShellEvent =
  | { readonly type: 'facts'; readonly facts: AppFacts }
  /** The bench process of this window ended by itself; a new one is being started when `restarting`. */
  | { readonly type: 'bench-lost'; readonly restarting: boolean; readonly error: RequestError }
  /** Something the window did not ask for itself failed, such as opening a file from the menu or the file manager. */
  | { readonly type: 'failure'; readonly title: string; readonly error: RequestError }
  | { readonly type: 'command'; readonly command: ShellCommand }
  | { readonly type: 'dropped'; readonly files: DroppedFiles }
  /** A notification was clicked: what it was about is shown. */
  | { readonly type: 'show-campaign'; readonly campaignId: number }
  | { readonly type: 'show-host'; readonly hostId: Destination }

/**
 * What the person dropped on the window, by name: the shell keeps the paths until the next drop. Both lists are empty
 * if it was the results file of this very window.
 */
export interface DroppedFiles {
  /** Results files other than the one this window shows. */
  readonly reviews: readonly string[]
  /** Everything else: files and folders to import. */
  readonly results: readonly string[]
}

/** Rooms of a review in the order of rail, menu and keys. */
export const roomIds = [
  'review',
  'shelf',
  'design',
  'run',
  'results',
  'compare',
  'figures',
  'report',
  'hosts',
] as const
export type RoomId = (typeof roomIds)[number]

/** Menu entries that the window carries out. */
export const shellCommands = ['undo', 'redo', 'palette', 'import', 'merge', ...roomIds, 'shortcuts'] as const
export type ShellCommand = (typeof shellCommands)[number]
