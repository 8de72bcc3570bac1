import type { ButtonHTMLAttributes, Ref } from 'react'
import { cx } from '../cx.ts'
import type { Icon } from '../icons/drawn.tsx'

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children' | 'aria-label'> & {
  icon: Icon
  label: string
  /** 24, for rows; on touch both sizes have 44 to hit. */
  small?: boolean | undefined
  pressed?: boolean | undefined
  /** Pulls the drawing (not its target) to the left or right edge of the page or card. */
  pull?: 'left' | 'right' | undefined
  ref?: Ref<HTMLButtonElement> | undefined
}

/** An act shown by a drawing, without a tooltip: where its meaning stands beside it. `label` names it for readers. */
export function BareIconButton({ icon: Drawing, label, small = false, pressed, pull, type = 'button', ...others }: IconButtonProps) {
  return (
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
}
