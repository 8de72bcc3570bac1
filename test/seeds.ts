// The seeds of the suites with random input.
import { randomInt } from 'node:crypto'

/** Fixed, so that a run does not depend on chance: a free seed is for `npm run test:long`, and for who looks for faults. */
const fixed = { ATTEMPT_SEED: 2, RULES_SEED: 3, FUZZ_SEED: 7, SIMULATION_SEED: 11, FAULT_SEED: 5, CONSERVATION_SEED: 1 } as const

/** The suite, by the environment variable that sets its seed. */
export type SeedName = keyof typeof fixed

/** The seed of a suite: that of its variable, or else the fixed one. */
export function seedOf(name: SeedName): number {
  return Number(process.env[name] ?? fixed[name])
}

/** A random seed below 2³¹ for each suite. A variable that is already set keeps its value. */
export function freeSeeds(): Readonly<Record<string, string>> {
  const names = Object.keys(fixed).filter((name) => process.env[name] === undefined)
  return Object.fromEntries(names.map((name) => [name, String(randomInt(2 ** 31))]))
}
