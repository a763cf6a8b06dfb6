const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit' })
const date = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const far = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

const dayMs = 86_400_000

/**
 * When something that starts now and takes this long will end, as short as it is clear: "18:45", "Tue 03:10", "4 Dec,
 * 12:00", "4 Dec 2031".
 */
export function endTime(nowMs: number, seconds: number): string | undefined {
  const endMs = nowMs + seconds * 1000
  // The calendar ends at 8.64e15 ms (ECMAScript Date).
  if (!(endMs < 8.64e15)) return undefined
  const end = new Date(endMs)
  if (end.toDateString() === new Date(nowMs).toDateString()) return time.format(end)
  if (endMs - nowMs < 6 * dayMs) return weekday.format(end)
  if (endMs - nowMs < 300 * dayMs) return date.format(end)
  return far.format(end)
}
