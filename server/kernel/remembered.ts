/**
 * `make`, which gives for the same text always the same, with what it made of the last `most` texts kept in mind. Only what
 * `isKept` is kept, so that whoever asks in vain fills no memory; unless told, everything but `undefined`.
 */
export function remembered<Made>(
  most: number,
  make: (text: string) => Made,
  isKept: (made: Made) => boolean = (made) => made !== undefined,
): (text: string) => Made {
  const known = new Map<string, Made>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const made = make(text)
    if (!isKept(made)) return made
    if (known.size >= most) known.delete(known.keys().next().value ?? '')
    known.set(text, made)
    return made
  }
}
