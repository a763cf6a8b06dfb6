import type { ShellAnswer, ShellArguments, ShellRequestName, Theme } from '../../core/contract/shell-requests'
import type { Settings } from '../state/settings'
import type { RecentReviews } from '../state/recent-reviews'
import type { AppWindow } from '../windows/app-window'
import type { ReviewWindows } from '../windows/review-windows'

/** What requests and the menu need. */
export interface ShellParts {
  readonly reviews: ReviewWindows
  readonly recent: RecentReviews
  /** Folder of the files that come with the app. */
  readonly resources: string
  readonly settings: () => Settings
  readonly setTheme: (theme: Theme) => void
  readonly setNotifications: (shown: boolean) => void
  readonly setShelf: (folder: string) => void
  /** The list of recent files has changed. */
  readonly recentChanged: () => void
}

/** Handles one request of one window; arguments and sender have been checked. */
export type ShellHandler<N extends ShellRequestName> = (
  given: ShellArguments<N>,
  window: AppWindow,
) => Promise<ShellAnswer<N>> | ShellAnswer<N>

export type ShellHandlers<N extends ShellRequestName = ShellRequestName> = {
  readonly [K in N]: ShellHandler<K>
}
