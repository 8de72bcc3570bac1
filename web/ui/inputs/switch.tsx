import type { InputHTMLAttributes, ReactNode } from 'react'

/** A switch that takes effect immediately. The label is before it; `hideLabel` shows it to screen readers only. */
export function Switch({
  label,
  hideLabel = false,
  ...others
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'type' | 'role' | 'children'> & { label: ReactNode; hideLabel?: boolean }) {
  return (
    <label className="inline-flex items-center gap-8 text-label whitespace-nowrap has-disabled:opacity-60">
      <span className={hideLabel ? 'sr-only' : undefined}>{label}</span>
      <span className="relative inline-block h-16 w-28 flex-none">
        <input
          {...others}
          className="peer absolute inset-0 h-16 w-28 appearance-none rounded-full bg-line-strong transition-colors checked:bg-accent before:absolute before:-inset-4 pointer-coarse:before:-inset-14"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox exposes its own state.
          role="switch"
          type="checkbox"
        />
        <span className="pointer-events-none absolute top-2 left-2 size-12 rounded-full bg-surface transition-transform peer-checked:translate-x-12 peer-checked:bg-on-accent" />
      </span>
    </label>
  )
}
