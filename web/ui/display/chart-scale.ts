/** Round steps that cover `max` in at most `lines` parts: 0, 1000, 2000, 3000 for 2568 in 4. All zero gives 0 and 1. */
export function steps(max: number, lines = 4): number[] {
  if (!(max > 0)) return [0, 1]
  const rough = max / lines
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((minSpacing) => minSpacing >= rough) ?? 10 * power
  const count = Math.ceil(max / step)
  return Array.from({ length: count + 1 }, (_, at) => at * step)
}

/** The indices, of `count` points on an axis of `width` px, that have a label: evenly spaced, including the first and the last. */
export function labelled(count: number, width: number, minSpacing = 96): Set<number> {
  if (count <= 1) return new Set([0])
  const labelCount = Math.max(2, Math.min(count, Math.floor(width / minSpacing)))
  return new Set(Array.from({ length: labelCount }, (_, at) => Math.round((at * (count - 1)) / (labelCount - 1))))
}
