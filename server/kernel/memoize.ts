/**
 * `make`, which gives for the same text or number always the same, with what it made of those asked for lately kept in mind: at
 * most `most` of them, and surely the last half as many. Only what `isKept` is kept, so that whoever asks in vain fills no
 * memory; unless told, everything but `undefined`.
 */
export function memoize<Made, Given extends string | number = string>(
  most: number,
  make: (given: Given) => Made,
  isKept: (made: Made) => boolean = (made) => made !== undefined,
): (given: Given) => Made {
  const half = Math.max(1, Math.floor(most / 2))
  // Two generations instead of one map in order: to delete its oldest one by one costs the more the longer that has been done.
  let young = new Map<Given, Made>()
  let old = new Map<Given, Made>()
  return (given) => {
    const known = young.get(given)
    if (known !== undefined) return known
    const before = old.get(given)
    const made = before === undefined ? make(given) : before
    if (before === undefined && !isKept(made)) return made
    if (young.size >= half) {
      old = young
      young = new Map()
    }
    young.set(given, made)
    return made
  }
}
