/** Names of the lines between window and shell. */
export const channels = {
  /** Window asks, shell answers. */
  shell: 'benchwright:shell',
  /** The person dropped files on the window: the preload tells the shell their paths, which the page never learns. */
  dropped: 'benchwright:dropped',
  /** Window wants a line to its bench. */
  connectBench: 'benchwright:connect-bench',
  /** Shell hands the window its end of that line. */
  benchPort: 'benchwright:bench-port',
  /** Shell tells the window something. */
  shellEvent: 'benchwright:shell-event',
  /** What a person typed into the confirmation of a raw device. */
  confirmationTyped: 'benchwright:confirmation-typed',
  /** What the shell says to it. */
  confirmationAnswer: 'benchwright:confirmation-answer',
  confirmationCancel: 'benchwright:confirmation-cancel',
} as const
