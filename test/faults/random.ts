/** Gives numbers from 0 to below 1 that depend on a seed only, so that a run can be repeated. */
export type Random = () => number

/** Creates a generator from an integer seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Picks one of the choices, with a probability proportional to its weight. */
export function pickWeighted<Choice extends string>(random: Random, weights: Readonly<Record<Choice, number>>): Choice {
  const choices = Object.entries(weights) as [Choice, number][]
  let rest = random() * choices.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [choice, weight] of choices) {
    rest -= weight
    if (rest < 0) return choice
  }
  throw new Error('There is nothing to choose from.')
}
