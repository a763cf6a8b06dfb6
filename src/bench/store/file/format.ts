/** `application_id` of a results file, bytes 68 to 71 of its header: the ASCII letters "BWRF" (Benchwright results file). */
export const applicationId = 0x42575246

/** Milliseconds to wait for another process that is writing. */
export const busyTimeoutMs = 5000

/**
 * Limits on what a file may contain, checked when it is written and again whenever it is read, because a
 * small file may claim anything: no text, document or output of a sound file comes near them, and all of them
 * together fit in memory.
 */
export const limits = {
  /** Bytes of any value: as SQLite returns it, and after decompression. */
  valueBytes: 64 * 1024 * 1024,
  /** Characters of a name, a path or a word. */
  name: 100_000,
  /** Characters of notes, reasons and lines of a log. */
  notes: 1_000_000,
  /** Characters of levels as JSON. */
  levels: 100_000,
  /** Characters of any other JSON: plans, host records, commands. */
  json: 16_000_000,
  /** fio has 1,856 bins. */
  bins: 65_536,
  /** Milliseconds since 1970: the last of the year 9999. */
  time: 253_402_300_799_999,
  /** A case's number counts excluded cases, too, of which a plan may have this many. */
  excludedCases: 1_000_000,
} as const
