import type { ReactElement } from 'react'

/** An icon, 16 px by default. Decorative: its parent always has a text label. */
export type Icon = (props: { size?: 12 | 14 | 16 | 20 | undefined; className?: string | undefined }) => ReactElement

/** Creates an icon from one path in a view box of 24. Strokes are 1.5 px wide at 12 and 16 px. */
export function createIcon(path: string): Icon {
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
        strokeWidth={size === 12 ? 3 : 2.25}
        viewBox="0 0 24 24"
        width={size}
      >
        <path d={path} />
      </svg>
    )
  }
}
