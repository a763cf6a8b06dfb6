/**
 * Sentences about results that are still plain strings, each value in them as {}: no audit reads them back. The list only
 * shrinks; what is new is a template.
 */
export const plainSentences: Readonly<Record<string, readonly string[]>> = {
  'core/document/field-values.ts': [
    'Include a run again in the Results room, or pick another number.',
    'Pick the mean, or measure it again.',
    'Pick another number of it.',
    'Pick another number of it.',
    'The verdict of “{}” is now “{}”; it was “{}” when it was picked. Check the sentence, then pick the number again.',
  ],
  'core/document/html/article-html.ts': ['{}. Arrow keys go from value to value.'],
  'core/document/odt/odt.ts': ['Its {} rows of numbers are in the HTML form of this article.'],
  'core/document/templates.ts': [
    'One drive: what was found, the usual figures of its campaigns, and how it was measured.',
    'Drives against each other: which is ahead and where, then each load, with all numbers.',
    'Two kernels, firmwares or settings of one drive, case by case, with all numbers.',
    'A database under load: its configurations against each other, its threads, and how it ran.',
    'How a drive changes while it is written: from the first minutes to its steady state.',
    'Programs against each other: what they are like to use, and what they do to a database.',
    'Results of other publications, redrawn, with where they were printed.',
    'A page to begin with.',
  ],
  'core/figures/cases/histogram-lines.ts': ['Choose campaigns or levels for others.'],
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
  'core/figures/over-time/whole-drive.ts': ['{}: {}, {} in it, {} after it; {}.'],
}
