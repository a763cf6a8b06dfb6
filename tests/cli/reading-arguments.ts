import { join } from 'node:path'

/**
 * Arguments with which each command that reads files uses a path in place of each of them. `there`: a results file;
 * `folder`: for what they would write.
 */
export const readingArguments = (
  folder: string,
  there: string,
): Readonly<Record<string, (path: string) => readonly (readonly string[])[]>> => ({
  'plan check': (path) => [[path]],
  'plan show': (path) => [[path]],
  calibrate: (path) => [[path]],
  run: (path) => [[path, '--into', join(folder, 'new.benchwright')]],
  resume: (path) => [[path]],
  'add-runs': (path) => [[path, '--runs', '1']],
  'suite run': (path) => [[path]],
  import: (path) => [[path, there]],
  show: (path) => [[path]],
  summary: (path) => [[path]],
  table: (path) => [[path]],
  series: (path) => [[path]],
  compare: (path) => [[path, '--baseline', 'kernel=6.1', '--candidate', 'kernel=6.18']],
  export: (path) => [[path, '--figure', 'mix-sweep', '--out', join(folder, 'figure.png')]],
  report: (path) => [[path, '--format', 'html', '--out', join(folder, 'report.html')]],
  'device list': (path) => [[path]],
  'device set': (path) => [
    [path, 'A'],
    [there, 'A', '--photo', path],
  ],
  'scorecard list': (path) => [[path]],
  'scorecard set': (path) => [[path, 'A', '--candidates', 'A; B']],
  'scorecard import': (path) => [[there, 'A', path]],
  check: (path) => [[path]],
  take: (path) => [
    [there, '--from', path],
    [path, '--from', there],
  ],
  copy: (path) => [[path, '--to', join(folder, 'copy.benchwright')]],
})
