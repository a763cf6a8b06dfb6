/** A label as it stands inside a sentence: "mount options", while names such as IOPS, CPU and I/O keep their capitals. */
export function withinSentence(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}
