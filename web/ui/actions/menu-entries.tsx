import type { KeyboardEvent } from 'react'
import { cx } from '../cx.ts'
import { CheckIcon } from '../icons/index.ts'
import { Key } from '../text/key.tsx'
import type { MenuItem } from './menu.tsx'

/** The items of an open menu. */
export const MenuEntries = ({ items }: { items: readonly MenuItem[] }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the items of an open menu have a fixed order and no state.
  items.map((item, at) => <Entry item={item} key={at} />)

const close = (from: Element) => from.closest<HTMLElement>('[popover]')?.hidePopover()

function Entry({ item }: { item: MenuItem }) {
  if (item === 'line') return <hr className="-mx-4 my-4 border-t border-line" />
  if ('title' in item) return <div className="px-8 pt-8 pb-4 text-caption text-muted">{item.title}</div>
  const { label, icon: Drawing, image, onSelect, href, shortcut, danger = false, disabled = false, checked } = item
  const className = cx(
    'flex h-32 w-full items-center gap-8 rounded-control px-8 text-left outline-none hover:bg-hover focus:bg-selected aria-disabled:opacity-50 pointer-coarse:h-44',
    danger ? 'text-bad' : 'text-text',
  )
  const inside = (
    <>
      {image ?? (Drawing !== undefined && <Drawing className={danger ? 'text-bad' : 'text-muted'} />)}
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {checked === true && <CheckIcon className="text-muted" />}
      {shortcut !== undefined && <Key variant="bare" keys={shortcut} />}
    </>
  )
  if (href !== undefined) {
    return (
      <a className={className} href={href} onClick={(event) => close(event.currentTarget)} role="menuitem" tabIndex={-1}>
        {inside}
      </a>
    )
  }
  return (
    <button
      {...(checked === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': checked })}
      aria-disabled={disabled || undefined}
      className={className}
      onClick={(event) => {
        if (disabled) return
        close(event.currentTarget)
        onSelect?.()
      }}
      tabIndex={-1}
      type="button"
    >
      {inside}
    </button>
  )
}

/** Handles arrow keys, Home, End and the first letter of a label. Tab closes the menu. */
export function handleMenuKey(event: KeyboardEvent<HTMLDivElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')]
  const at = items.indexOf(document.activeElement as HTMLElement)
  const target = {
    ArrowDown: items[(at + 1) % items.length],
    ArrowUp: items.at(at <= 0 ? -1 : at - 1),
    Home: items[0],
    End: items.at(-1),
  }[event.key]
  if (event.key === 'Tab') close(event.currentTarget)
  else if (target !== undefined) {
    event.preventDefault()
    target.focus()
  } else if (event.key.length === 1 && event.key !== ' ' && !event.metaKey && !event.ctrlKey) {
    const letter = event.key.toLowerCase()
    const after = [...items.slice(at + 1), ...items.slice(0, at + 1)]
    after.find((item) => item.textContent?.trim().toLowerCase().startsWith(letter))?.focus()
  }
  event.stopPropagation()
}
