/** `application_id` of a results file, bytes 68 to 71 of its header: the ASCII letters "BWRF" (Benchwright results file). */
export const applicationId = 0x42575246

/** Milliseconds to wait for another process that is writing. */
export const busyTimeoutMs = 5000

/** Largest value SQLite may hold in memory at once; no part of a sound file comes near it. */
export const largestValueBytes = 512 * 1024 * 1024
