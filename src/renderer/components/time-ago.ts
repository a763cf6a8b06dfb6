const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * When something happened, as short as it is clear: "just now", "5 min ago", "3 h ago", "yesterday", "12 Nov", "12
 * Nov 2024". Both times in milliseconds since 1970; days are those of the person's calendar.
 */
export function timeAgo(thenMs: number, nowMs: number): string {
  const passed = nowMs - thenMs
  if (passed < minute) return 'just now'
  if (passed < hour) return `${Math.floor(passed / minute)} min ago`
  const then = new Date(thenMs)
  const days = Math.round((startOfDay(new Date(nowMs)) - startOfDay(then)) / day)
  if (days === 0 || passed < 6 * hour) return `${Math.floor(passed / hour)} h ago`
  if (days === 1) return 'yesterday'
  const sameYear = then.getFullYear() === new Date(nowMs).getFullYear()
  return then.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  })
}

/** Date and time to the minute: "12 Nov 2024, 14:32". */
export function fullTime(ms: number): string {
  return new Date(ms).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
}

/** Date and time to the second: "12 Nov 2024, 14:32:05". */
export function exactTime(ms: number): string {
  return new Date(ms).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}
