import { resolve } from 'node:path'

export const resultsFileEnding = '.benchwright'

/** The results files named on a command line; everything else belongs to Electron or Chromium. */
export function resultsFilesIn(argv: readonly string[], workingDirectory: string): readonly string[] {
  return argv
    .slice(1)
    .filter((argument) => !argument.startsWith('-') && argument.toLowerCase().endsWith(resultsFileEnding))
    .map((argument) => resolve(workingDirectory, argument))
}
