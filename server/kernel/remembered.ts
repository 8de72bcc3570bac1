/**
 * `make`, which gives for the same text or number always the same, with what it made of the last `most` of them kept in mind.
 * Only what `isKept` is kept, so that whoever asks in vain fills no memory; unless told, everything but `undefined`.
 */
export function remembered<Made, Given extends string | number = string>(
  most: number,
  make: (given: Given) => Made,
  isKept: (made: Made) => boolean = (made) => made !== undefined,
): (given: Given) => Made {
  const known = new Map<Given, Made>()
  return (given) => {
    const before = known.get(given)
    if (before !== undefined) return before
    const made = make(given)
    if (!isKept(made)) return made
    for (const [oldest] of known) {
      if (known.size < most) break
      known.delete(oldest)
    }
    known.set(given, made)
    return made
  }
}
