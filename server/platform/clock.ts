// The only file that reads the time. All other code gets `now` as an argument, so that tests and simulated time can move it.

/** The server's time, or the time of a merchant, who may live in a simulated time. */
export type TimeScope = 'server' | { readonly organizationId: string }

/**
 * The instants at which the time of merchants stands still (their test clocks), in milliseconds since 1970 by organization id; merchants
 * that are not in it live in the server's time. Kept in memory, so that reading a merchant's time costs no round trip.
 */
export type FrozenTimes = ReadonlyMap<string, number>

/** A source of the current time. */
export interface Clock {
  /** The current time of `scope` (UTC, whole milliseconds); by default the server's. */
  now(scope?: TimeScope): Date
  /** The merchants whose time stands still. For statements over several merchants: `resource/merchant-time.ts`. */
  readonly frozenTimes: FrozenTimes
  /**
   * Lets the time of a merchant stand still at `instant`, in this process only: `merchant-times.ts` makes every process know it. An instant
   * before the one at which it stands already is ignored, because a merchant's time never goes back.
   */
  freeze(organizationId: string, instant: Date): void
  /** Lets a merchant live in the server's time again, in this process only. */
  release(organizationId: string): void
  /** Whether a test or simulation moves it. What instances compare is then its time, otherwise the database's: `database/time/database-time.ts`. */
  readonly isSimulated: boolean
}

/** A clock that tests and simulations move. */
export interface MovableClock extends Clock {
  /** Sets the server's time to `instant`. */
  set(instant: Date): void
  /** Moves the server's time forward by `seconds`, and with it that of every merchant whose time does not stand still. */
  advance(seconds: number): void
  /** Lets the time of one merchant stand still `seconds` after its present time. */
  advanceMerchant(organizationId: string, seconds: number): void
}

/** The system clock. A merchant lives in it until its time is frozen. */
export function systemClock(): Clock {
  return clockOf(() => Date.now(), false)
}

/** A clock that stands still at `start` until it is moved. */
export function movableClock(start: Date): MovableClock {
  let instantMs = start.getTime()
  const clock = clockOf(() => instantMs, true)
  return {
    ...clock,
    set: (next) => {
      instantMs = next.getTime()
    },
    advance: (seconds) => {
      instantMs += seconds * 1000
    },
    advanceMerchant: (organizationId, seconds) =>
      clock.freeze(organizationId, new Date(clock.now({ organizationId }).getTime() + seconds * 1000)),
  }
}

function clockOf(serverMs: () => number, isSimulated: boolean): Clock {
  const frozenTimes = new Map<string, number>()
  return {
    now: (scope = 'server') => new Date((scope === 'server' ? undefined : frozenTimes.get(scope.organizationId)) ?? serverMs()),
    frozenTimes,
    freeze: (organizationId, instant) => {
      const standsAtMs = frozenTimes.get(organizationId) ?? Number.NEGATIVE_INFINITY
      frozenTimes.set(organizationId, Math.max(standsAtMs, instant.getTime()))
    },
    release: (organizationId) => void frozenTimes.delete(organizationId),
    isSimulated,
  }
}

/** Milliseconds of a monotonic counter: for durations, never for points in time. */
export function monotonicMs(): number {
  return performance.now()
}
