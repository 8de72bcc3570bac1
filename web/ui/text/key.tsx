import { Fragment } from 'react'
import { cx } from '../cx.ts'
import { ArrowDownIcon, ArrowUpIcon, CommandIcon, ReturnIcon } from '../icons/index.ts'
import { isApple } from './is-apple.ts'

const drawn = { enter: ReturnIcon, up: ArrowUpIcon, down: ArrowDownIcon } as const

/**
 * A key cap, or several: `press="mod+k"` is one cap (⌘K, Ctrl K elsewhere), `press="g p"` two. `mod enter up down` are drawn, other names are
 * written as they are. `look`: "cap" (default), "bare" (in a search field).
 */
export function Key({ press, look = 'cap' }: { press: string; look?: 'cap' | 'bare' }) {
  const looks = {
    cap: 'min-w-20 h-20 px-4 border border-line bg-surface text-caption text-muted',
    bare: 'h-20 px-4 text-caption text-muted',
  }
  return (
    <>
      {press.split(' ').map((cap) => (
        <kbd className={cx('inline-flex items-center justify-center gap-1 rounded-key font-sans', looks[look])} key={cap}>
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
    const Icon = drawn[part]
    return (
      <>
        <Icon size={14} />
        <span className="sr-only">{part}</span>
      </>
    )
  }
  return part.length === 1 && part !== '/' && part !== '?' ? <span>{part}</span> : part
}
