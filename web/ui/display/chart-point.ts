/** One point. `label` is short (for the axis), `title` is the header of the tooltip. `before` is the value it is compared with. */
export interface ChartPoint {
  readonly label: string
  readonly title: string
  readonly value: number
  readonly before?: number | undefined
  /** The current, incomplete period: its bar is hatched, the line to it dashed. */
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
