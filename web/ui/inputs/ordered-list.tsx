import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { IconButton } from '../actions/icon-button.tsx'
import { cx } from '../cx.ts'
import { CloseIcon, GripIcon } from '../icons/index.ts'
import { useLanguage } from '../language.tsx'

/** A row of an ordered list. */
export interface OrderedItem {
  readonly id: string
}

/** The items with the one at `from` at the place `to`. */
export function moved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return items
  const others = items.filter((_, at) => at !== from)
  return [...others.slice(0, to), item, ...others.slice(to)]
}

/**
 * Rows in an order that users choose: by dragging the handle of a row, or with the arrow keys on it. Each row has a button that removes it.
 * `nameOf` names a row for screen readers, `label` the list.
 */
export function OrderedList<T extends OrderedItem>(props: {
  items: readonly T[]
  label: string
  nameOf: (item: T) => string
  children: (item: T) => ReactNode
  onChange: (items: readonly T[]) => void
}) {
  const { items, label, nameOf, children, onChange } = props
  const { translate } = useLanguage()
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const [place, setPlace] = useState('')
  const move = (from: number, to: number) => {
    const next = moved(items, from, to)
    if (next === items) return
    onChange(next)
    const item = items[from]
    if (item !== undefined) setPlace(translate('place', { name: nameOf(item), place: String(to + 1), count: String(items.length) }))
  }
  const drag = (event: PointerEvent, at: number) => {
    if (dragged !== items[at]?.id) return
    const to = placeAt(list.current, event.clientY)
    if (to !== at) move(at, to)
  }
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    move(at, at + step)
  }
  return (
    <>
      <ul aria-label={label} className="grid gap-8" ref={list}>
        {items.map((item, at) => (
          <li
            className={cx(
              'flex items-center gap-8 rounded-control border border-line bg-surface py-6 pr-6 pl-4',
              dragged === item.id && 'border-accent bg-hover',
            )}
            key={item.id}
          >
            <button
              aria-label={translate('reorder', { name: nameOf(item) })}
              className="grid size-28 flex-none touch-none cursor-grab place-items-center rounded-key text-muted hover:bg-hover active:cursor-grabbing"
              onKeyDown={(event) => onKeyDown(event, at)}
              onPointerCancel={() => setDragged(null)}
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId)
                setDragged(item.id)
              }}
              onPointerMove={(event) => drag(event, at)}
              onPointerUp={() => setDragged(null)}
              type="button"
            >
              <GripIcon />
            </button>
            <div className="min-w-0 flex-1">{children(item)}</div>
            <IconButton
              icon={CloseIcon}
              label={`${translate('remove')} ${nameOf(item)}`}
              onClick={() => onChange(items.filter(({ id }) => id !== item.id))}
            />
          </li>
        ))}
      </ul>
      <p aria-live="polite" className="sr-only">
        {place}
      </p>
    </>
  )
}

/** The place of the row below the pointer: the first whose middle is further down, or the last. */
function placeAt(list: HTMLElement | null, y: number): number {
  const rows = [...(list?.children ?? [])].map((row) => row.getBoundingClientRect())
  const below = rows.findIndex(({ bottom }) => y < bottom)
  return below === -1 ? rows.length - 1 : below
}
