/** A usage bar: `value` of `of`; usage beyond it is in the warning colour. Always beside a text that says the same. */
export function Meter({ value, of, label }: { value: number; of: number; label: string }) {
  const whole = Math.max(of, value, 1)
  const within = Math.min(value, of)
  return (
    <div aria-label={label} className="flex h-6 overflow-hidden rounded-full bg-selected" role="img">
      <i className="h-full bg-accent" style={{ width: `${(within / whole) * 100}%` }} />
      {value > of && <i className="ml-2 h-full bg-warn-mark" style={{ width: `${((value - of) / whole) * 100}%` }} />}
    </div>
  )
}
