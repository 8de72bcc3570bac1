import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isBusy } from '../actions/shortcut.ts'

/**
 * Binds the keys of a table: `j` and `k` move the focus between the links of the rows (Enter then opens the link), `x` selects the focused
 * row, `e` opens its actions. For one table per page.
 */
export function useTableKeys(
  table: RefObject<HTMLTableElement | null>,
  handlers: { select: (id: string) => void; openActions: (id: string, button: Element) => void },
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented || isBusy(event)) return
    const rows = [...(table.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const at = rows.findIndex((row) => row.contains(document.activeElement))
    const step = { j: 1, k: -1 }[event.key]
    if (step !== undefined) {
      const next = rows[Math.max(0, Math.min(rows.length - 1, at + step))]
      const target = next?.querySelector<HTMLElement>('[data-row-link]') ?? next?.querySelector<HTMLElement>('[data-row-actions], input')
      event.preventDefault()
      target?.focus()
      next?.scrollIntoView({ block: 'nearest' })
      return
    }
    const row = rows[at]
    const id = row?.dataset['row']
    if (row === undefined || id === undefined) return
    const button = row.querySelector('[data-row-actions]')
    if (event.key === 'x') handlers.select(id)
    else if (event.key === 'e' && button !== null) {
      event.preventDefault()
      handlers.openActions(id, button)
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
