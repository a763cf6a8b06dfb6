/** One thing that was looked at on a host before anything is run there. */
export interface PreflightCheck {
  /** Stable id: `answer`, `shell`, `engine-fio`, `engine-iozone`, `io-engines`, `space`, `clock`, `rights`, `tools`. */
  readonly id: string
  /** One to three words: what was looked at. */
  readonly label: string
  /** `problem`: nothing can be run. `warning`: something cannot, or the numbers may suffer. `unknown`: could not be read. */
  readonly state: 'good' | 'warning' | 'problem' | 'unknown'
  /** What is so, with numbers. */
  readonly text: string
  /** What to do about it; a command where one is enough. */
  readonly remedy?: string
}

/** The worst of several checks: what a host as a whole is good for. */
export function worstOf(checks: readonly PreflightCheck[]): PreflightCheck['state'] {
  const order = ['problem', 'warning', 'unknown'] as const
  return order.find((state) => checks.some((check) => check.state === state)) ?? 'good'
}
