// The only file that reads the time. All other code gets `now` as an argument, so that tests and simulated time can move it.

/** The server's time, or the time of a merchant, who may live in a simulated time. */
export type TimeScope = 'server' | { readonly organizationId: string }

/**
 * How far the time of merchants is ahead of the server's, in milliseconds by organization id; merchants that are not in it live in the
 * server's time. Kept in memory, so that reading a merchant's time costs no round trip.
 */
export type MerchantOffsets = ReadonlyMap<string, number>

/** A source of the current time. */
export interface Clock {
  /** The current time of `scope` (UTC, whole milliseconds); by default the server's. */
  now(scope?: TimeScope): Date
  /** The merchants whose time is not the server's. For statements over several merchants: `resource/merchant-time.ts`. */
  readonly offsets: MerchantOffsets
  /** Whether a test or simulation moves it. What instances compare is then its time, otherwise the database's: `database/time/database-time.ts`. */
  readonly isSimulated: boolean
}

/** A clock that tests and simulations move. */
export interface MovableClock extends Clock {
  /** Sets the server's time to `instant`. */
  set(instant: Date): void
  /** Moves the server's time, and with it every merchant's, forward by `seconds`. */
  advance(seconds: number): void
  /** Moves the time of one merchant forward by `seconds`. */
  advanceMerchant(organizationId: string, seconds: number): void
}

/** The system clock. A merchant lives in it unless `offsets`, which may change at any time, names the organization. */
export function systemClock(offsets: MerchantOffsets = new Map()): Clock {
  return clockOf(() => Date.now(), { offsets, isSimulated: false })
}

/** A clock that stands still at `start` until it is moved. */
export function movableClock(start: Date): MovableClock {
  const offsets = new Map<string, number>()
  let instantMs = start.getTime()
  return {
    ...clockOf(() => instantMs, { offsets, isSimulated: true }),
    set: (next) => {
      instantMs = next.getTime()
    },
    advance: (seconds) => {
      instantMs += seconds * 1000
    },
    advanceMerchant: (organizationId, seconds) => {
      offsets.set(organizationId, (offsets.get(organizationId) ?? 0) + seconds * 1000)
    },
  }
}

function clockOf(serverMs: () => number, { offsets, isSimulated }: Pick<Clock, 'offsets' | 'isSimulated'>): Clock {
  return {
    now: (scope = 'server') => new Date(serverMs() + (scope === 'server' ? 0 : (offsets.get(scope.organizationId) ?? 0))),
    offsets,
    isSimulated,
  }
}

/** Milliseconds of a monotonic counter: for durations, never for points in time. */
export function monotonicMs(): number {
  return performance.now()
}
