import type { Destination } from '../plan/destination'
import type { RequestError } from './bench-requests'
import type { AppFacts } from './shell-requests'

/** The preload's `window.benchwright`; nothing else of Electron reaches the page. */
export interface Bridge {
  /** Sends a request to the shell, which checks name, arguments and sender. */
  shell(name: string, argumentsOfRequest: unknown): Promise<ShellReply>
  /** Listens to events of the shell; returns a function that stops listening. */
  onShellEvent(listener: (event: ShellEvent) => void): () => void
  /** Requests a connection to the bench; its MessagePort arrives as a window message with `benchPortMessage` as data. */
  connectBench(): void
}

export const benchPortMessage = 'benchwright:bench-port'

export type ShellReply =
  { readonly ok: true; readonly answer: unknown } | { readonly ok: false; readonly error: RequestError }

/** Events that the shell sends to the window. */
export type ShellEvent =
  | { readonly type: 'facts'; readonly facts: AppFacts }
  /** The bench process of this window ended unexpectedly; a new one is being started if `restarting`. */
  | { readonly type: 'bench-lost'; readonly restarting: boolean; readonly error: RequestError }
  /** The bench process of this window waits for this file, which does not answer; null: it does again. */
  | { readonly type: 'bench-stalled'; readonly path: string | null }
  /** Something the window did not request failed, such as opening a file from the menu or the file manager. */
  | { readonly type: 'failure'; readonly title: string; readonly error: RequestError }
  | { readonly type: 'command'; readonly command: ShellCommand }
  | { readonly type: 'dropped'; readonly files: DroppedFiles }
  /** A notification was clicked: its subject is shown. */
  | { readonly type: 'show-campaign'; readonly campaignId: number }
  | { readonly type: 'show-host'; readonly hostId: Destination }

/**
 * What the user dropped on the window, by name: the shell keeps the paths until the next drop. Both lists are empty
 * if it was this window's own results file.
 */
export interface DroppedFiles {
  /** Results files other than the one this window shows. */
  readonly reviews: readonly string[]
  /** Everything else: files and folders to import. */
  readonly results: readonly string[]
}

/** Rooms of a review in the order of rail, menu and keyboard shortcuts. */
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

/** Menu entries handled by the window. */
export const shellCommands = [
  'undo',
  'redo',
  'palette',
  'import',
  'merge',
  'save-copy',
  ...roomIds,
  'shortcuts',
] as const
export type ShellCommand = (typeof shellCommands)[number]
