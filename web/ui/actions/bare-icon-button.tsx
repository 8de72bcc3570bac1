import type { ButtonHTMLAttributes, Ref } from 'react'
import { cx } from '../cx.ts'
import type { Icon } from '../icons/icon.tsx'

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children' | 'aria-label'> & {
  icon: Icon
  label: string
  /** 24 px, for rows; on touch devices both sizes have a 44 px target. */
  small?: boolean | undefined
  pressed?: boolean | undefined
  /** Aligns the icon (not its target) with the left or right edge of the page or card. */
  pull?: 'left' | 'right' | undefined
  ref?: Ref<HTMLButtonElement> | undefined
}

/** An icon button without a tooltip, for an icon whose meaning is clear from its context. `label` is for screen readers. */
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
