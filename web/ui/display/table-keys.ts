import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isBusy } from '../actions/shortcut.ts'

/**
 * `j` and `k` move the focus over the links of a table's rows (Enter is then the link's own), `x` selects the row that has it, `e` opens its acts.
 * One table per page listens.
 */
export function useTableKeys(
  table: RefObject<HTMLTableElement | null>,
  acts: { select: (id: string) => void; act: (id: string, button: Element) => void },
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented || isBusy(event)) return
    const rows = [...(table.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const at = rows.findIndex((row) => row.contains(document.activeElement))
    const step = { j: 1, k: -1 }[event.key]
    if (step !== undefined) {
      const next = rows[Math.max(0, Math.min(rows.length - 1, at + step))]
      const target = next?.querySelector<HTMLElement>('[data-row-link]') ?? next?.querySelector<HTMLElement>('[data-row-acts], input')
      event.preventDefault()
      target?.focus()
      next?.scrollIntoView({ block: 'nearest' })
      return
    }
    const row = rows[at]
    const id = row?.dataset['row']
    if (row === undefined || id === undefined) return
    const button = row.querySelector('[data-row-acts]')
    if (event.key === 'x') acts.select(id)
    else if (event.key === 'e' && button !== null) {
      event.preventDefault()
      acts.act(id, button)
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
