// The only place that reads the time. Everything else is handed `now`, so that tests and simulated time can move it.

/** Whose time is asked for: the server's own, or that of a merchant who may live in a simulated time. */
export type TimeScope = 'server' | { readonly organizationId: string }

/** Tells the time. */
export interface Clock {
  /** The present instant of `scope` (UTC, whole milliseconds); without one, the server's. */
  now(scope?: TimeScope): Date
}

/** A clock that a test or a simulation moves by hand. */
export interface MovableClock extends Clock {
  /** Puts the server's time to `instant`. */
  set(instant: Date): void
  /** Moves the server's time forward by `seconds`. */
  advance(seconds: number): void
}

/** The system's clock. Merchants live in it until one of them is given a simulated time through `simulated`. */
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

/** Milliseconds of a counter that only goes forward: for durations, never for instants. */
export function monotonicMs(): number {
  return performance.now()
}
