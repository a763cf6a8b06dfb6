/** One step of the file format. Steps are never edited after a release; a change is a new step. */
export interface Migration {
  /** `user_version` of the file after this step; 1 for the first. */
  readonly version: number
  /** What it brings, in a few words, for messages and docs. */
  readonly title: string
  /** Statements that lead from the version before to this one. Run in one transaction; must not begin or commit, and makes tables as `file.name`. */
  readonly sql: string
}
