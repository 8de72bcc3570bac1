import type { ButtonHTMLAttributes, Ref } from 'react'
import { cx } from '../cx.ts'
import { Tooltip } from '../floating/tooltip.tsx'
import type { Icon } from '../icons/drawn.tsx'

/** An act shown by a drawing. `label` names it for readers and in its tooltip. `small` (24) is for rows; on touch both have 44 to hit. */
export function IconButton(
  props: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children' | 'aria-label'> & {
    icon: Icon
    label: string
    small?: boolean | undefined
    pressed?: boolean | undefined
    /** Shows the tooltip unless false, for buttons whose meaning stands beside them. */
    hint?: boolean | undefined
    /** Pulls the drawing (not its target) to the left or right edge of the page or card. */
    pull?: 'left' | 'right' | undefined
    ref?: Ref<HTMLButtonElement> | undefined
  },
) {
  const { icon: Drawing, label, small = false, pressed, hint = true, pull, type = 'button', ...others } = props
  const button = (
    <button
      {...others}
      aria-label={label}
      aria-pressed={pressed}
      className={cx(
        'inline-grid flex-none place-items-center rounded-control text-muted transition-colors hover:bg-hover aria-expanded:bg-selected aria-expanded:text-text aria-pressed:bg-selected disabled:opacity-50',
        small ? 'size-24 pointer-coarse:size-(--h-icon)' : 'size-(--h-icon)',
        pull === 'left' && '-ml-6 max-wide:-ml-12',
        pull === 'right' && '-mr-6 max-wide:-mr-12',
      )}
      type={type}
    >
      <Drawing size={small ? 14 : 16} />
    </button>
  )
  return hint ? <Tooltip text={label}>{button}</Tooltip> : button
}
