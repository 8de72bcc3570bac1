const PERCENT = /^\d{1,3}(?:\.\d{1,4})?$/
const PPM_PER_PERCENT = 10_000
const MILLION = 1_000_000

/** Millionths of a percentage from 0 to 100 with at most four places, such as `8.875`; undefined for any other text. */
export function ppmOfPercent(text: string): number | undefined {
  if (!PERCENT.test(text)) return undefined
  const ppm = Math.round(Number(text) * PPM_PER_PERCENT)
  return ppm <= MILLION ? ppm : undefined
}
