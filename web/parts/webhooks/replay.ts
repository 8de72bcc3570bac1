/** Since when events can be sent again: the last success of the endpoint, or a time before now. */
export const replayStarts = ['lastAccepted', 'hour', 'day', 'week', 'all'] as const

const HOUR_MS = 3_600_000
const HOURS: Readonly<Record<string, number>> = { hour: 1, day: 24, week: 7 * 24, all: 90 * 24 }

/** The instant of a start. */
export function startOf(start: string, { now, lastAcceptedAt }: { readonly now: Date; readonly lastAcceptedAt: string | null }): Date {
  if (start === 'lastAccepted' && lastAcceptedAt !== null) return new Date(lastAcceptedAt)
  return new Date(now.getTime() - (HOURS[start] ?? 1) * HOUR_MS)
}
