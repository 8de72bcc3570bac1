import { monotonicMs } from './clock.ts'

const SECOND_MS = 1000

type Write = (event: string, fields: Record<string, unknown>) => void

/**
 * Writes at most `perSecond` lines of each event per second: a fault that a hundred requests hit is one fault. The first line of a
 * later second has the number of dropped lines (`leftOut`).
 */
export function boundedLines(write: Write, perSecond: number): Write {
  const seconds = new Map<string, { beginsAtMs: number; written: number; leftOut: number }>()
  return (event, fields) => {
    const nowMs = monotonicMs()
    const second = seconds.get(event) ?? { beginsAtMs: nowMs, written: 0, leftOut: 0 }
    seconds.set(event, second)
    if (nowMs - second.beginsAtMs >= SECOND_MS) Object.assign(second, { beginsAtMs: nowMs, written: 0 })
    if (second.written >= perSecond) {
      second.leftOut += 1
      return
    }
    write(event, second.leftOut ? { ...fields, leftOut: second.leftOut } : fields)
    Object.assign(second, { written: second.written + 1, leftOut: 0 })
  }
}
