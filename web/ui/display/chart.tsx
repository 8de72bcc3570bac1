import { lazy, Suspense } from 'react'

export const height = 220
export const foot = 28
const ChartDrawing = lazy(() => import('./chart-drawing.tsx'))

/** One point. `label` is short (for the axis), `title` is the header of the tooltip. `before` is the value it is compared with. */
export interface ChartPoint {
  readonly label: string
  readonly title: string
  readonly value: number
  readonly before?: number | undefined
  /** The current, incomplete period: drawn pale. */
  readonly open?: boolean | undefined
}

export interface ChartProps {
  label: string
  kind: 'line' | 'bar'
  points: readonly ChartPoint[]
  names: { readonly value: string; readonly before?: string | undefined }
  format: (value: number) => string
  formatShort?: ((value: number) => string) | undefined
}

/**
 * A time series as a line (with the previous period dotted) or as bars. `format` formats a value; `formatShort` is for the axis. Arrow
 * keys, Home and End move between points, Escape closes the tooltip; screen readers get a table. Rendered for its width, never scaled. The
 * code loads with the first chart; the space is reserved.
 */
export function Chart(props: ChartProps) {
  return (
    <Suspense fallback={<div style={{ height: height + foot }} />}>
      <ChartDrawing {...props} />
    </Suspense>
  )
}
