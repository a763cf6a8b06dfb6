/** One step of the file format. Steps are never edited after a release; a change is a new step. */
export interface Migration {
  /** `user_version` of the file after this step; 1 for the first. */
  readonly version: number
  /** What it adds, in a few words, for messages and docs. */
  readonly title: string
  /**
   * Statements from the previous version to this one. Run in one transaction, so they must not begin or
   * commit; they create tables as `file.name`.
   */
  readonly sql: string
}
