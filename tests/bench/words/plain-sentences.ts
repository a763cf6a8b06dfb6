/**
 * Sentences about results that are still plain strings, each value in them as {}: no audit reads them back. The list only
 * shrinks; what is new is a template.
 */
export const plainSentences: Readonly<Record<string, readonly string[]>> = {
  'core/document/facts.ts': [
    'No finished runs to tell of yet.',
    'Nothing is recorded of the {}.',
    'No device is recorded.',
  ],
  'core/document/field-values.ts': [
    'Include a run again in the Results room, or pick another number.',
    'Pick the mean, or measure it again.',
    'Pick another number of it.',
    'Pick another number of it.',
    'The verdict of “{}” is now “{}”; it was “{}” when it was picked. Check the sentence, then pick the number again.',
  ],
  'core/document/html/article-html.ts': ['{}. Arrow keys go from value to value.'],
  'core/document/method-text.ts': [
    'Nothing has been measured yet.',
    'No run was dropped as an outlier.',
    'No run was dropped automatically; those excluded by hand are named below.',
    'The runs of one sample of a drive on one machine speak of that sample, not of its model; where both sides have three or more samples, days, formats of the drive, or levels of a factor that their campaigns differ in, these are compared, each as one value.',
    'Printed means are quoted as they are; their single runs were not published. A difference between them is only tested if the numbers of runs and the standard deviations were printed as well; the sigma rule, where a figure applies it, needs only the deviations.',
  ],
  'core/document/method-topics.ts': [
    'The numbers are from print; where they appeared is not recorded.',
    'The numbers were printed in {}.',
    'Nothing was done to the target before it was measured.',
    'What was done to the target before it was measured is not recorded.',
  ],
  'core/document/odt/odt.ts': ['Its {} rows of numbers are in the HTML form of this article.'],
  'core/document/templates.ts': [
    'One drive: what was found, every figure that its campaigns allow, and how it was measured.',
    'Drives against each other: which is ahead and where, then each load, with all numbers.',
    'Two kernels, firmwares or settings of one drive, case by case, with all numbers.',
    'A database under load: its configurations against each other, its threads, and how it ran.',
    'How a drive changes while it is written: from the first minutes to its steady state.',
    'Programs against each other: what they are like to use, and what they do to a database.',
    'Results of other publications, redrawn, with where they were printed.',
    'A page to begin with.',
  ],
  'core/figures/cases/histogram-lines.ts': [
    '{} cases are too many for one figure; {} of them are shown, the first and the last included.',
    'Choose campaigns or levels for others.',
  ],
  'core/figures/cases/recorded-runs.ts': ['Choose campaigns, levels or runs for others.'],
  'core/figures/figure/beyond-axis.ts': [
    'The axis ends at {}, so that a few far cells do not flatten the others: {}. Tables hold all numbers whole.',
    '{} {} beyond the axis ({} at its end, numbers where there is room).',
    '{} wider than the axis and cut at its end ({}).',
    '{} Tables hold all numbers whole.',
  ],
  'core/figures/figure/figure-parts.ts': ['The caption is under part {}.'],
  'core/figures/figure/small-print.ts': ['The commands of {} other campaigns differ in their options.'],
  'core/figures/kinds/build-figure.ts': ['There is nothing for the figure {}.'],
  'core/figures/latency/latency-percentiles.ts': ['{} against {}: {}.'],
  'core/figures/load/scaling-numbers.ts': [
    '{}: no contention model fits ({}).',
    'USL fit of {}: λ = {}{}, σ = {}{}, κ = {}{}, {}; {}.',
  ],
  'core/figures/over-time/steady-state.ts': [
    'Steady window: five rounds, largest minus smallest at most 20 % of their average, and the line through them changes by at most 10 % of it.',
    'Choose other campaigns or levels.',
    'Set "until steady" in the plan.',
    'Choose levels for others.',
  ],
  'core/figures/over-time/whole-drive.ts': ['{}: {}, {} in it, {} after it; {}.'],
  'core/figures/scorecard/scorecard-radar.ts': [
    'A radar misleads: the area of an outline depends on the order of the categories and grows with the square of the points. Compare candidates spoke by spoke, or read the table.',
    'Each spoke has its own scale, which ends at the most points in its category, so lengths on different spokes cannot be compared.',
    'All spokes share one scale, starting at 0 in the centre, although a point may not mean the same in every category.',
    'Gaps, no points: {}.',
    'Weights are not drawn.',
    'A radar needs points of 0 or more in at least {} categories; {} of {} {} them. Add points in the scorecard, or print it as a table.',
    'Not drawn, because they have no points or points below 0: {}.',
  ],
  'core/figures/scorecard/scorecard-table.ts': [
    'The review has no scorecard. Add one in the Review room.',
    'There is no scorecard “{}”; there are {}.',
    '{} of {} categories {} undecided.',
  ],
  'core/figures/tables/specification.ts': [
    '{}: nothing was measured that agrees with {}.',
    'No device card states what its vendor promises. Add it among the devices of the Review room, or with the command device set.',
    'No campaign measured a device whose card states what its vendor promises.',
    'The cards {} claim the same campaign; state a serial number or name on one.',
    'Advertised as on the data sheet; measured: means with 95 % confidence intervals (Student t{}), each for itself.',
    'The difference is that of the measured mean to the advertised number, which is taken as exact.',
    'Where several cases agree with what is advertised, the best one is set against it.',
  ],
  'core/figures/tables/table-figure.ts': [
    '{}. CSV and JSON give them in base units: bytes per second, nanoseconds, seconds, bytes.',
    ' Beneath each mean the standard deviation of its runs.',
  ],
}
