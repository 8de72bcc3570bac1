const FIRST_SECONDS = 5
const FACTOR = 3
const LONGEST_SECONDS = 6 * 3600
const ERROR_MAX = 2000

/** Attempts in all, and seconds of one run, where a kind says nothing else. */
export const jobDefaults = { attempts: 12, leaseSeconds: 60 } as const

/**
 * Seconds from failure number `attempt` (1 for the first) to the next run: 5, 15, 45 … at most six hours, or `longestSeconds`,
 * each between half and once and a half of that. Twelve attempts span about a day.
 */
export function backOffSeconds(attempt: number, random: number, longestSeconds: number = LONGEST_SECONDS): number {
  return Math.min(FIRST_SECONDS * FACTOR ** (attempt - 1), LONGEST_SECONDS, longestSeconds) * (0.5 + random)
}

/** What is kept of a failure: its words and those of its causes, fit for a text column. */
export function errorMessageOf(error: unknown): string {
  const words: string[] = []
  for (let at: unknown = error; at !== undefined && words.length < 5; at = at instanceof Error ? at.cause : undefined)
    words.push(at instanceof Error ? `${at.name}: ${at.message}` : String(at))
  return words.join(' / ').replaceAll('\0', '').toWellFormed().slice(0, ERROR_MAX)
}
