import { Fragment } from 'react'
import { cx } from '../cx.ts'
import { ArrowDownIcon, ArrowUpIcon, CommandIcon, ReturnIcon } from '../icons/index.ts'
import { isApple } from './is-apple.ts'

const drawnKeys = { enter: ReturnIcon, up: ArrowUpIcon, down: ArrowDownIcon } as const

/**
 * One or more key caps: `keys="mod+k"` is one cap (⌘K on Apple, otherwise Ctrl K), `keys="g p"` two. `mod enter up down` render as icons,
 * other names as text. `variant`: "cap" (default), "bare" (in a search field).
 */
export function Key({ keys, variant = 'cap' }: { keys: string; variant?: 'cap' | 'bare' }) {
  const variants = {
    cap: 'min-w-20 h-20 px-4 border border-line bg-surface text-caption text-muted',
    bare: 'h-20 px-4 text-caption text-muted',
  }
  return (
    <>
      {keys.split(' ').map((cap) => (
        <kbd className={cx('inline-flex items-center justify-center gap-1 rounded-key font-sans', variants[variant])} key={cap}>
          {cap.split('+').map((part) => (
            <Fragment key={part}>{capOf(cap.startsWith('mod+') && part.length === 1 ? part.toUpperCase() : part)}</Fragment>
          ))}
        </kbd>
      ))}
    </>
  )
}

function capOf(part: string) {
  if (part === 'mod') return isApple ? <CommandIcon size={12} /> : <span className="pr-2">Ctrl</span>
  if (part === 'enter' || part === 'up' || part === 'down') {
    const Icon = drawnKeys[part]
    return (
      <>
        <Icon size={14} />
        <span className="sr-only">{part}</span>
      </>
    )
  }
  return part.length === 1 && part !== '/' && part !== '?' ? <span>{part}</span> : part
}
