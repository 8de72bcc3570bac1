// The only file that reads the time. All other code gets `now` as an argument, so that tests and simulated time can move it.

/** The server's time, or the time of a merchant, who may live in a simulated time. */
export type TimeScope = 'server' | { readonly organizationId: string }

/** A source of the current time. */
export interface Clock {
  /** The current time of `scope` (UTC, whole milliseconds); by default the server's. */
  now(scope?: TimeScope): Date
}

/** A clock that tests and simulations move. */
export interface MovableClock extends Clock {
  /** Sets the server's time to `instant`. */
  set(instant: Date): void
  /** Moves the server's time forward by `seconds`. */
  advance(seconds: number): void
}

/** The system clock. A merchant lives in it unless `simulated` gives another time for the organization. */
export function systemClock(simulated: (organizationId: string) => Date | undefined = () => undefined): Clock {
  return {
    now: (scope = 'server') => (scope === 'server' ? undefined : simulated(scope.organizationId)) ?? new Date(),
  }
}

/** A clock that stands still at `start` until it is moved. */
export function movableClock(start: Date): MovableClock {
  let instant = start.getTime()
  return {
    now: () => new Date(instant),
    set: (next) => {
      instant = next.getTime()
    },
    advance: (seconds) => {
      instant += seconds * 1000
    },
  }
}

/** Milliseconds of a monotonic counter: for durations, never for points in time. */
export function monotonicMs(): number {
  return performance.now()
}
