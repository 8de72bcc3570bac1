import type { ReactElement } from 'react'

/** An icon, 16 px by default. Decorative: its parent always has a text label. */
export type Icon = (props: { size?: 12 | 14 | 16 | 20 | undefined; className?: string | undefined }) => ReactElement

/** Creates an icon from one path. `weight` is the stroke width in units of the 16-unit view box. */
export function createIcon(path: string, weight = 1.5): Icon {
  // biome-ignore lint/correctness/noComponentHookFactories: called once per icon, when its module loads.
  return function DrawnIcon({ size = 16, className = '' }) {
    return (
      <svg
        aria-hidden="true"
        className={`block flex-none ${className}`}
        fill="none"
        height={size}
        stroke="currentColor"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeWidth={size === 12 ? 2.25 : weight}
        viewBox="0 0 16 16"
        width={size}
      >
        <path d={path} />
      </svg>
    )
  }
}
