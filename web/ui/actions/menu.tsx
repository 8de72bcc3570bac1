import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Icon } from '../icons/drawn.tsx'
import { type Point, place } from '../overlays/place.ts'
import { MenuList } from './menu-list.tsx'

/** One act of a menu; `'line'` separates groups; `{ title }` heads one. An item with `href` is a link. */
export type MenuItem =
  | 'line'
  | { readonly title: string }
  | {
      readonly label: string
      readonly icon?: Icon | undefined
      readonly mark?: ReactNode | undefined
      readonly act?: (() => void) | undefined
      readonly href?: string | undefined
      readonly press?: string | undefined
      readonly danger?: boolean | undefined
      readonly disabled?: boolean | undefined
      /** Given for a choice among several (a theme, an organization): shows a tick where true. */
      readonly checked?: boolean | undefined
    }

/** What the button of a menu must carry. */
export interface MenuTrigger {
  'aria-controls': string
  'aria-expanded': boolean
  'aria-haspopup': 'menu'
  onClick: () => void
  onPointerDown: () => void
  onKeyDown: (event: KeyboardEvent) => void
  ref: RefObject<HTMLButtonElement | null>
}

/**
 * A menu that opens from its button: `trigger` draws it (`(props) => <IconButton {...props} … />`). Arrow keys, Home, End, first letters, Escape.
 * `side`: which edges are flush. `label` names it for readers.
 */
export function Menu(props: {
  label: string
  items: readonly MenuItem[]
  trigger: (trigger: MenuTrigger) => ReactNode
  side?: 'start' | 'end' | undefined
  wide?: boolean | undefined
}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  const { list, open, toggle, show } = useMenu(() => button.current, props.side ?? 'start')
  return (
    <>
      {props.trigger({
        'aria-controls': id,
        'aria-expanded': open,
        'aria-haspopup': 'menu',
        onClick: () => {
          if (!wasOpen.current) show('none')
          wasOpen.current = false
        },
        // The browser closes the list before the click arrives, so whether it was open is asked while the button goes down.
        onPointerDown: () => {
          wasOpen.current = list.current?.matches(':popover-open') ?? false
        },
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          show(event.key === 'ArrowDown' ? 'first' : 'last')
        },
        ref: button,
      })}
      <MenuList id={id} items={props.items} label={props.label} list={list} onToggle={toggle} open={open} wide={props.wide} />
    </>
  )
}

/** The state of a menu's list. `anchor` is asked when it opens: a button, or the point of a right click. */
export function useMenu(anchor: () => Element | Point | null, side: 'start' | 'end') {
  const list = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const show = (focus: 'first' | 'last' | 'none') => {
    const at = anchor()
    if (list.current === null || at === null) return
    // Its items must be there before it can be measured and placed.
    flushSync(() => setOpen(true))
    list.current.showPopover()
    place(list.current, at, side)
    const items = [...list.current.querySelectorAll<HTMLElement>('[role^="menuitem"]')]
    const first = focus === 'last' ? items.at(-1) : items[0]
    if (focus === 'none') list.current.focus()
    else first?.focus()
  }
  const toggle = (isOpen: boolean) => {
    setOpen(isOpen)
    const from = anchor()
    if (
      !isOpen &&
      from instanceof HTMLElement &&
      (document.activeElement === document.body || list.current?.contains(document.activeElement))
    )
      from.focus()
  }
  return { list, open, show, toggle }
}
