const FIRST_SECONDS = 5
const FACTOR = 3
const LONGEST_SECONDS = 6 * 3600
const ERROR_MAX = 2000

/** The defaults of a kind of job: attempts in all, and seconds of one run. */
export const jobDefaults = { attempts: 12, leaseSeconds: 60 } as const

/**
 * Seconds from failure number `attempt` (1 for the first) to the next run: 5, 15, 45 … at most six hours, or `longestSeconds`, each
 * times a factor from 0.5 to 1.5. Twelve attempts span about a day.
 */
export function backOffSeconds(attempt: number, random: number, longestSeconds: number = LONGEST_SECONDS): number {
  return Math.min(FIRST_SECONDS * FACTOR ** (attempt - 1), LONGEST_SECONDS, longestSeconds) * (0.5 + random)
}

/** The messages of an error and its causes, valid for a text column. */
export function errorMessageOf(error: unknown): string {
  const messages: string[] = []
  for (let at: unknown = error; at !== undefined && messages.length < 5; at = at instanceof Error ? at.cause : undefined)
    messages.push(at instanceof Error ? `${at.name}: ${at.message}` : String(at))
  return messages.join(' / ').replaceAll('\0', '').toWellFormed().slice(0, ERROR_MAX)
}
