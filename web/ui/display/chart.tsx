import { lazy, Suspense } from 'react'

export const height = 220
export const foot = 28
const ChartDrawing = lazy(() => import('./chart-drawing.tsx'))

/** One place on the axis. `label` is short (for the axis), `title` heads the tooltip. `before` is what it is compared with. */
export interface ChartPoint {
  readonly label: string
  readonly title: string
  readonly value: number
  readonly before?: number | undefined
  /** The present period, not over yet: drawn pale. */
  readonly open?: boolean | undefined
}

export interface ChartProps {
  label: string
  kind: 'line' | 'bar'
  points: readonly ChartPoint[]
  names: { readonly value: string; readonly before?: string | undefined }
  write: (value: number) => string
  writeShort?: ((value: number) => string) | undefined
}

/**
 * One course over time, as a line (with the former period dotted) or bars. `write` puts a value into words; `writeShort` for the axis. Arrow keys
 * and Home, End walk the points, Escape leaves; readers get a table. Drawn for its width, never scaled. Its code comes with the first one; its
 * place is kept.
 */
export function Chart(props: ChartProps) {
  return (
    <Suspense fallback={<div style={{ height: height + foot }} />}>
      <ChartDrawing {...props} />
    </Suspense>
  )
}
