import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { CommandIcon } from '../icons/command.ts'
import type { Icon } from '../icons/drawn.tsx'
import { isApple } from '../text/is-apple.ts'
import { Spinner } from './spinner.tsx'

const looks = {
  primary: 'border-transparent bg-accent px-12 text-on-accent hover:bg-primary-hover',
  plain: 'border-edge bg-plain px-12 text-text hover:bg-plain-hover',
  quiet: 'border-transparent px-8 text-muted hover:bg-hover',
  danger: 'border-edge bg-plain px-12 text-bad hover:bg-plain-hover',
} as const
const sizes = { control: 'h-(--h-control) text-label', tall: 'h-(--h-tall) text-body' } as const

export interface ButtonLook {
  look?: keyof typeof looks | undefined
  /** "tall" is 40 high with 14 px words, for pages that are one form. */
  size?: keyof typeof sizes | undefined
  wide?: boolean | undefined
}

/** The classes of a button, for links that look like one (`<a className={buttonClass({ look: 'plain' })}>`). */
export const buttonClass = ({ look = 'plain', size = 'control', wide = false }: ButtonLook = {}): string =>
  cx(
    'relative inline-flex select-none items-center justify-center gap-8 rounded-control border font-strong whitespace-nowrap transition-colors disabled:opacity-50 aria-disabled:opacity-70',
    wide ? 'w-full' : 'flex-none',
    looks[look],
    sizes[size],
  )

/**
 * An act. Looks: primary (one per view), plain (default), quiet, danger. `busy` keeps the words, adds a spinner and ignores presses. `press`
 * shows its key ("mod+s", "c"); binding it is `useShortcut`'s. Not a submit button unless `type="submit"`.
 */
export function Button(
  props: ButtonLook &
    Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children'> & {
      children: ReactNode
      icon?: Icon | undefined
      endIcon?: Icon | undefined
      busy?: boolean | undefined
      press?: string | undefined
    },
) {
  const { look, size, wide, icon: Before, endIcon: After, busy = false, press, children, onClick, type = 'button', ...others } = props
  return (
    <button
      {...others}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={buttonClass({ look, size, wide })}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      type={type}
    >
      {busy ? <Spinner /> : Before !== undefined && <Before className="-ml-2 opacity-85" />}
      {children}
      {After !== undefined && <After className="-mr-2 opacity-85" />}
      {press !== undefined && <InsideKey press={press} />}
    </button>
  )
}

/** The key of a button, in its colour. */
function InsideKey({ press }: { press: string }) {
  const mod = press.startsWith('mod+')
  const key = (mod ? press.slice(4) : press).toUpperCase()
  return (
    <kbd className="-mr-4 inline-flex max-wide:hidden h-18 min-w-18 items-center justify-center gap-1 rounded-key border border-current/35 px-4 font-sans text-initials font-regular">
      {mod && isApple && <CommandIcon size={12} />}
      {mod && !isApple ? `Ctrl ${key}` : key}
    </kbd>
  )
}
