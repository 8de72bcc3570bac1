/** Round steps that cover `most` in at most `lines` parts: 0, 1000, 2000, 3000 for 2568 in 4. All zero gives 0 and 1. */
export function steps(most: number, lines = 4): number[] {
  if (!(most > 0)) return [0, 1]
  const rough = most / lines
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? 10 * power
  const count = Math.ceil(most / step)
  return Array.from({ length: count + 1 }, (_, at) => at * step)
}

/** Which of `count` places on an axis `width` px wide bear a label: evenly, the first and last among them where they fit. */
export function labelled(count: number, width: number, each = 96): Set<number> {
  if (count <= 1) return new Set([0])
  const wanted = Math.max(2, Math.min(count, Math.floor(width / each)))
  return new Set(Array.from({ length: wanted }, (_, at) => Math.round((at * (count - 1)) / (wanted - 1))))
}
