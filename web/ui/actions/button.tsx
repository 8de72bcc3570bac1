import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { cx } from '../cx.ts'
import type { Icon } from '../icons/icon.tsx'
import { Spinner } from './spinner.tsx'

const variants = {
  primary: 'border-transparent bg-accent px-12 text-on-accent hover:bg-primary-hover',
  plain: 'border-edge bg-plain px-12 text-text hover:bg-plain-hover',
  quiet: 'border-transparent px-8 text-muted hover:bg-hover',
  danger: 'border-edge bg-plain px-12 text-bad hover:bg-plain-hover',
} as const
const sizes = { control: 'h-(--h-control) text-label', tall: 'h-(--h-tall) text-body' } as const

export interface ButtonStyle {
  variant?: keyof typeof variants | undefined
  /** "tall" is 40 px high with 14 px text, for pages with a single form. */
  size?: keyof typeof sizes | undefined
  wide?: boolean | undefined
}

/** The class names of a button, for links that look like one (`<a className={buttonClass({ variant: 'plain' })}>`). */
export const buttonClass = ({ variant = 'plain', size = 'control', wide = false }: ButtonStyle = {}): string =>
  cx(
    'relative inline-flex select-none items-center justify-center gap-8 rounded-control border font-strong whitespace-nowrap transition-colors disabled:opacity-50 aria-disabled:opacity-70',
    wide ? 'w-full' : 'flex-none',
    variants[variant],
    sizes[size],
  )

/**
 * A button. Variants: primary (one per view), plain (default), quiet, danger. `busy` keeps the label, adds a spinner and ignores clicks.
 * Not a submit button unless `type="submit"`. With a shortcut it is a `ShortcutButton`.
 */
export function Button(
  props: ButtonStyle &
    Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children'> & {
      children: ReactNode
      icon?: Icon | undefined
      endIcon?: Icon | undefined
      busy?: boolean | undefined
    },
) {
  const { variant, size, wide, icon: Before, endIcon: After, busy = false, children, onClick, type = 'button', ...others } = props
  return (
    <button
      {...others}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={buttonClass({ variant, size, wide })}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      type={type}
    >
      {busy ? <Spinner /> : Before !== undefined && <Before className="-ml-2 opacity-85" />}
      {children}
      {After !== undefined && <After className="-mr-2 opacity-85" />}
    </button>
  )
}
