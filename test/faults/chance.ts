/** Numbers from 0 to below 1 that follow from a seed, so that a run can be had again. */
export type Chance = () => number

/** Chance from a whole number (mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One of the choices, each as likely as its weight. */
export function oneOf<Choice extends string>(chance: Chance, weights: Readonly<Record<Choice, number>>): Choice {
  const choices = Object.entries(weights) as [Choice, number][]
  let rest = chance() * choices.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [choice, weight] of choices) {
    rest -= weight
    if (rest < 0) return choice
  }
  throw new Error('There is nothing to choose from.')
}
