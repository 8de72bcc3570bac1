// The progress of long work, on standard error: one line that is rewritten in a terminal, otherwise one line a second.
import { monotonicMs } from '#platform/clock.ts'
import type { WorkProgress } from '#platform/work-control.ts'

/** Shorter work shows nothing. */
const SILENT_MS = 2000
const INTERVAL_MS = 1000
/** Below this part, or before this time, the time left is a guess. */
const SHARE_MIN = 0.01
const LINE_START = '\r'
const CLEAR_REST = '\u001B[K'

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const fine = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 })

/** The line that describes work of `elapsedMs`: count, rate, part and time left, as far as they are known. */
export function progressLine(label: string, progress: WorkProgress | undefined, elapsedMs: number): string {
  if (!progress) return `${label}: ${durationText(elapsedMs)}`
  const { done, noun, share } = progress
  const perSecond = (done / elapsedMs) * 1000
  const rate = done > 0 ? [`${(perSecond < 10 ? fine : grouped).format(perSecond)} a second`] : []
  const part = share === null ? [] : [`${Math.floor(share * 100)} %`]
  const left = share === null || share < SHARE_MIN || share >= 1 ? [] : [`${durationText((elapsedMs / share) * (1 - share))} left`]
  return `${label}: ${[`${grouped.format(done)} ${noun}`, ...rate, ...part, ...left].join(', ')}`
}

/** A duration in its two largest units: `48 s`, `3 min 20 s`, `1 h 5 min`. */
export function durationText(durationMs: number): string {
  const seconds = Math.max(1, Math.round(durationMs / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return parts([minutes, 'min'], [seconds % 60, 's'])
  return parts([Math.floor(minutes / 60), 'h'], [minutes % 60, 'min'])
}

function parts([first, large]: [number, string], [second, small]: [number, string]): string {
  return second ? `${first} ${large} ${second} ${small}` : `${first} ${large}`
}

/** The stream that shows progress: standard error, or that of a test. */
export interface ProgressOutput {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** The shown progress of one piece of work. */
export interface ShownProgress {
  /** Notes how far the work has come; it is shown at the next second. */
  readonly report: (progress: WorkProgress) => void
  /** Shows a line above the progress. */
  readonly note: (line: string) => void
  /** Ends the display; in a terminal it leaves nothing behind. */
  readonly end: () => void
}

/** Shows the progress of the work `label` once it takes longer than two seconds. */
export function startProgress(label: string, output: ProgressOutput = process.stderr): ShownProgress {
  const startedMs = monotonicMs()
  const shown = shownProgress(label, output)
  const timer = setInterval(() => shown.show(monotonicMs() - startedMs), INTERVAL_MS).unref()
  return {
    ...shown,
    end: () => {
      clearInterval(timer)
      shown.end()
    },
  }
}

/** The same without a timer: `show` is called with the milliseconds since the start. */
export function shownProgress(label: string, output: ProgressOutput): ShownProgress & { show(elapsedMs: number): void } {
  let latest: WorkProgress | undefined
  let isLineOpen = false
  const clear = (): void => {
    if (isLineOpen) output.write(`${LINE_START}${CLEAR_REST}`)
    isLineOpen = false
  }
  return {
    report: (progress) => {
      latest = progress
    },
    note: (line) => {
      clear()
      output.write(`${line}\n`)
    },
    show: (elapsedMs) => {
      if (elapsedMs < SILENT_MS) return
      const line = progressLine(label, latest, elapsedMs)
      if (!output.isTTY) return void output.write(`${line}\n`)
      // A line that wraps could not be rewritten.
      output.write(`${LINE_START}${line.slice(0, (output.columns || 80) - 1)}${CLEAR_REST}`)
      isLineOpen = true
    },
    end: clear,
  }
}
