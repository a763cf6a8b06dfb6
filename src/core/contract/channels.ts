/** Names of the channels between window and shell. */
export const channels = {
  /** Requests of the window, answered by the shell. */
  shell: 'benchwright:shell',
  /** The user dropped files on the window: the preload passes their paths to the shell; the page never sees them. */
  dropped: 'benchwright:dropped',
  /** The window requests a connection to its bench. */
  connectBench: 'benchwright:connect-bench',
  /** The shell passes the window its end of that connection. */
  benchPort: 'benchwright:bench-port',
  /** Events of the shell to the window. */
  shellEvent: 'benchwright:shell-event',
  /** What the user typed to confirm a raw device. */
  confirmationTyped: 'benchwright:confirmation-typed',
  /** The shell's answer to it. */
  confirmationAnswer: 'benchwright:confirmation-answer',
  confirmationCancel: 'benchwright:confirmation-cancel',
} as const
