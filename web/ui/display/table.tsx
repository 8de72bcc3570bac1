import { type ReactNode, useId, useRef, useState } from 'react'
import { type MenuItem, useMenu } from '../actions/menu.tsx'
import { MenuList } from '../actions/menu-list.tsx'
import { cx } from '../cx.ts'
import { DownIcon, UpIcon } from '../icons/index.ts'
import { Tick } from '../inputs/checkbox.tsx'
import { useLanguage } from '../language.tsx'
import type { Point } from '../overlays/place.ts'
import { useTableKeys } from './table-keys.ts'
import { TableRow } from './table-row.tsx'

/** One column. The first identifies the row and links to it; status comes second, amounts are `align: 'end'`, time comes last. */
export interface Column<R> {
  readonly id: string
  readonly head: string
  readonly cell: (row: R) => ReactNode
  readonly align?: 'end' | undefined
  /** Muted, for what is secondary. */
  readonly quiet?: boolean | undefined
  /** The name that the server sorts by; without it the column does not sort. */
  readonly sort?: string | undefined
  /** Narrow screens keep identity, status and amount: the others hide. */
  readonly narrow?: 'hide' | undefined
  /** A right-aligned column before this left-aligned one: 40 between them. */
  readonly apart?: boolean | undefined
}

/** What a table is sorted by; `-` in front of the name on the wire. */
export interface Sort {
  readonly by: string
  readonly descending: boolean
}

export interface TableProps<R> {
  /** Names the table for readers ("Orders"). */
  label: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  idOf: (row: R) => string
  /** The row in words, for the names of its box and menu. */
  nameOf: (row: R) => string
  hrefOf?: ((row: R) => string) | undefined
  sort?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
  /** The acts of a row: its menu, on its right edge, by right click and by `e`. */
  actsOf?: ((row: R) => readonly MenuItem[]) | undefined
  selected?: ReadonlySet<string> | undefined
  onSelect?: ((selected: ReadonlySet<string>) => void) | undefined
  /** Stands in the place of the rows when there are none (`FilteredEmpty`). */
  empty?: ReactNode | undefined
  /** Steps back while other rows are on their way. */
  stale?: boolean | undefined
  dense?: boolean | undefined
}

/**
 * Rows of things: sticky head, sorting, selection, a menu per row; `j` `k` move, `↵` opens, `x` selects, `e` acts. Shows what it is given: sorting
 * and pages are the server's, kept in the address by the screen. A list that needs none of it is a plain `<table>`.
 */
export function Table<R>(props: TableProps<R>) {
  const { columns, rows, idOf, nameOf, actsOf, selected, onSelect, stale = false, dense = false } = props
  const { say } = useLanguage()
  const table = useRef<HTMLTableElement>(null)
  const menuId = useId()
  const anchor = useRef<Element | Point | null>(null)
  const [acting, setActing] = useState<R | null>(null)
  const menu = useMenu(() => anchor.current, 'end')

  const toggle = (id: string) => {
    if (selected === undefined || onSelect === undefined) return
    onSelect(selected.has(id) ? new Set([...selected].filter((other) => other !== id)) : new Set([...selected, id]))
  }
  const act = (row: R, at: Element | Point, byKey = false) => {
    anchor.current = at
    setActing(row)
    // The list draws its items once it knows the row; then it can be placed and focused.
    requestAnimationFrame(() => menu.show(byKey ? 'first' : 'none'))
  }
  useTableKeys(table, {
    select: (id) => toggle(id),
    act: (id, button) => {
      const row = rows.find((each) => idOf(each) === id)
      if (row !== undefined && actsOf !== undefined) act(row, button, true)
    },
  })

  return (
    <div className="min-w-0 max-wide:overflow-clip rounded-card border border-line bg-surface">
      <table
        aria-label={props.label}
        className={cx('w-full border-separate border-spacing-0 text-label transition-opacity', stale && 'opacity-90')}
        ref={table}
      >
        <TableHead {...props} />
        <tbody>
          {rows.map((row) => (
            <TableRow
              acts={actsOf === undefined ? undefined : (at) => act(row, at)}
              acting={menu.open && acting === row}
              columns={columns}
              dense={dense}
              href={props.hrefOf?.(row)}
              id={idOf(row)}
              key={idOf(row)}
              name={nameOf(row)}
              onSelect={onSelect === undefined ? undefined : () => toggle(idOf(row))}
              row={row}
              selected={selected?.has(idOf(row)) ?? false}
            />
          ))}
        </tbody>
      </table>
      {rows.length === 0 && props.empty}
      {actsOf !== undefined && (
        <MenuList
          id={menuId}
          items={acting === null ? [] : actsOf(acting)}
          label={acting === null ? say('actionsTitle') : say('rowActions', { name: nameOf(acting) })}
          list={menu.list}
          onToggle={menu.toggle}
          open={acting !== null}
        />
      )}
    </div>
  )
}

function TableHead<R>({ columns, rows, idOf, sort, onSort, actsOf, selected, onSelect }: TableProps<R>) {
  const { say } = useLanguage()
  const ids = rows.map(idOf)
  const chosen = ids.filter((id) => selected?.has(id)).length
  const cell =
    'sticky top-[calc(56px+var(--above))] z-1 h-36 border-b border-line bg-surface px-12 text-caption font-regular whitespace-nowrap text-muted first:rounded-tl-card first:pl-16 last:rounded-tr-card last:pr-16'
  return (
    <thead>
      <tr>
        {onSelect !== undefined && (
          <th className={cx(cell, 'w-44 text-left max-wide:hidden')} scope="col">
            <Tick
              aria-label={say('selectAll')}
              checked={chosen > 0 && chosen === ids.length}
              disabled={ids.length === 0}
              mixed={chosen > 0 && chosen < ids.length}
              onChange={() => onSelect(chosen === ids.length ? new Set() : new Set(ids))}
            />
          </th>
        )}
        {columns.map((column) => (
          <th
            aria-sort={column.sort !== undefined && column.sort === sort?.by ? (sort.descending ? 'descending' : 'ascending') : undefined}
            className={cx(
              cell,
              column.align === 'end' ? 'text-right' : 'text-left',
              column.narrow === 'hide' && 'max-wide:hidden',
              column.apart && 'wide:pl-40',
            )}
            key={column.id}
            scope="col"
          >
            {column.sort === undefined || onSort === undefined ? column.head : <SortButton column={column} onSort={onSort} sort={sort} />}
          </th>
        ))}
        {actsOf !== undefined && (
          <th className={cx(cell, 'w-44 max-wide:hidden')} scope="col">
            <span className="sr-only">{say('actionsTitle')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

function SortButton<R>({ column, sort, onSort }: { column: Column<R>; sort: Sort | undefined; onSort: (sort: Sort) => void }) {
  const by = column.sort ?? ''
  const active = sort?.by === by
  const Arrow = active && !sort.descending ? UpIcon : DownIcon
  return (
    <button
      className={cx('group inline-flex h-24 items-center gap-4 rounded-key', active ? 'text-text' : 'hover:text-text')}
      // A column is first sorted downwards: newest, largest.
      onClick={() => onSort({ by, descending: active ? !sort.descending : true })}
      type="button"
    >
      {column.head}
      <Arrow className={active ? '' : column.align === 'end' ? 'hidden' : 'opacity-0 group-hover:opacity-100'} size={14} />
    </button>
  )
}
