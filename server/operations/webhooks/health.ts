// The health of an endpoint, judged by its recent attempts, so that one accepted or refused call does not change it.

/** The number of the last attempts that count. */
export const HEALTH_WINDOW = 100
/** The share of accepted attempts below which an endpoint fails. */
const ACCEPTED_SHARE = 0.9
/** So few refused calls are no failure: the first retries usually succeed. */
const REFUSED_MINIMUM = 3
/** An endpoint that accepted so many attempts in a row has recovered. */
const RECOVERED_IN_A_ROW = 10

/** The recent attempts of an endpoint, at most `HEALTH_WINDOW`. */
export interface RecentAttempts {
  /** Whether each was accepted, the newest first. */
  readonly outcomes: readonly boolean[]
  /** UTC; null if none of them was accepted. */
  readonly lastAcceptedAt: Date | null
}

/** The health of an endpoint, and the numbers behind it. */
export interface EndpointHealth {
  readonly state: 'healthy' | 'failing'
  readonly attempts: number
  readonly accepted: number
  readonly lastAcceptedAt: Date | null
}

/** The health that follows from the recent attempts. */
export function healthOf({ outcomes, lastAcceptedAt }: RecentAttempts): EndpointHealth {
  const attempts = outcomes.length
  const accepted = outcomes.filter(Boolean).length
  const isFailing =
    attempts - accepted >= REFUSED_MINIMUM && accepted < attempts * ACCEPTED_SHARE && !outcomes.slice(0, RECOVERED_IN_A_ROW).every(Boolean)
  return { state: isFailing ? 'failing' : 'healthy', attempts, accepted, lastAcceptedAt }
}
