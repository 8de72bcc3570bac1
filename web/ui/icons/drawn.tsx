import type { ReactElement } from 'react'

/** An icon: 16 px unless told; decorative, so whatever carries it also carries words. */
export type Icon = (props: { size?: 12 | 14 | 16 | 20 | undefined; className?: string | undefined }) => ReactElement

/** Makes an icon of one path. `weight` is the width of its stroke in units of the 16-unit field. */
export function drawn(path: string, weight = 1.5): Icon {
  // biome-ignore lint/correctness/noComponentHookFactories: called once per icon, when its module is read.
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
