import { type ReactNode, useId, useRef, useState } from 'react'
import { type MenuItem, useMenu } from '../actions/menu.tsx'
import { MenuList } from '../actions/menu-list.tsx'
import { cx } from '../cx.ts'
import { DownIcon, UpIcon } from '../icons/index.ts'
import { BareCheckbox } from '../inputs/checkbox.tsx'
import { useLanguage } from '../language.tsx'
import type { Point } from '../overlays/position.ts'
import { useTableKeys } from './table-keys.ts'
import { TableRow } from './table-row.tsx'

/** One column. The first identifies the row and links to it; status comes second, amounts are `align: 'end'`, time comes last. */
export interface Column<R> {
  readonly id: string
  readonly head: string
  readonly cell: (row: R) => ReactNode
  readonly align?: 'end' | undefined
  /** Muted, for secondary values. */
  readonly quiet?: boolean | undefined
  /** The sort key of the server; without it the column is not sortable. */
  readonly sort?: string | undefined
  /** Narrow screens keep identity, status and amount; the other columns are hidden, or on a second line below the identity. */
  readonly narrow?: 'hide' | 'second' | undefined
  /** Adds 40 px before a left-aligned column that follows a right-aligned one. */
  readonly apart?: boolean | undefined
}

/** The order of a table; on the wire, `-` before the name is descending. */
export interface Sort {
  readonly by: string
  readonly descending: boolean
}

export interface TableProps<R> {
  /** The label for screen readers ("Orders"). */
  label: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  idOf: (row: R) => string
  /** The name of a row, for the labels of its checkbox and menu. */
  nameOf: (row: R) => string
  hrefOf?: ((row: R) => string) | undefined
  sort?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
  /** The menu of a row: at its right edge, by right click and by `e`. */
  actionsOf?: ((row: R) => readonly MenuItem[]) | undefined
  selected?: ReadonlySet<string> | undefined
  onSelect?: ((selected: ReadonlySet<string>) => void) | undefined
  /** Shown when there are no rows (`FilteredEmpty`). */
  empty?: ReactNode | undefined
  /** Muted while other rows load. */
  stale?: boolean | undefined
  dense?: boolean | undefined
}

/**
 * A table with a sticky header, sorting, selection and a menu per row; `j` `k` move, `↵` opens, `x` selects, `e` opens the menu. Shows its
 * rows as they are: the server sorts and paginates, and the page keeps both in the URL. For a list without these features use a plain
 * `<table>`.
 */
export function Table<R>(props: TableProps<R>) {
  const { columns, rows, idOf, nameOf, actionsOf, selected, onSelect, stale = false, dense = false } = props
  const { translate } = useLanguage()
  const table = useRef<HTMLTableElement>(null)
  const menuId = useId()
  const anchor = useRef<Element | Point | null>(null)
  const [menuRow, setMenuRow] = useState<R | null>(null)
  const menu = useMenu(() => anchor.current, 'end')

  const toggle = (id: string) => {
    if (selected === undefined || onSelect === undefined) return
    onSelect(selected.has(id) ? new Set([...selected].filter((other) => other !== id)) : new Set([...selected, id]))
  }
  const showMenu = (row: R, at: Element | Point, byKey = false) => {
    anchor.current = at
    setMenuRow(row)
    // The list renders its items after the row is set; only then can it be positioned and focused.
    requestAnimationFrame(() => menu.show(byKey ? 'first' : 'none'))
  }
  useTableKeys(table, {
    select: (id) => toggle(id),
    openActions: (id, button) => {
      const row = rows.find((each) => idOf(each) === id)
      if (row !== undefined && actionsOf !== undefined) showMenu(row, button, true)
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
              onActions={actionsOf === undefined ? undefined : (at) => showMenu(row, at)}
              isMenuOpen={menu.open && menuRow === row}
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
      {actionsOf !== undefined && (
        <MenuList
          id={menuId}
          items={menuRow === null ? [] : actionsOf(menuRow)}
          label={menuRow === null ? translate('actionsTitle') : translate('rowActions', { name: nameOf(menuRow) })}
          list={menu.list}
          onToggle={menu.toggle}
          open={menuRow !== null}
        />
      )}
    </div>
  )
}

function TableHead<R>({ columns, rows, idOf, sort, onSort, actionsOf, selected, onSelect }: TableProps<R>) {
  const { translate } = useLanguage()
  const ids = rows.map(idOf)
  const chosen = ids.filter((id) => selected?.has(id)).length
  const cell =
    'sticky top-[calc(56px+var(--above))] z-1 h-36 border-b border-line bg-surface px-12 text-caption font-regular whitespace-nowrap text-muted first:rounded-tl-card first:pl-16 last:rounded-tr-card last:pr-16'
  return (
    <thead>
      <tr>
        {onSelect !== undefined && (
          <th className={cx(cell, 'w-44 text-left max-wide:hidden')} scope="col">
            <BareCheckbox
              aria-label={translate('selectAll')}
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
              column.narrow !== undefined && 'max-wide:hidden',
              column.apart && 'wide:pl-40',
            )}
            key={column.id}
            scope="col"
          >
            {column.sort === undefined || onSort === undefined ? column.head : <SortButton column={column} onSort={onSort} sort={sort} />}
          </th>
        ))}
        {actionsOf !== undefined && (
          <th className={cx(cell, 'w-44 max-wide:px-0')} scope="col">
            <span className="sr-only">{translate('actionsTitle')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

function SortButton<R>({ column, sort, onSort }: { column: Column<R>; sort: Sort | undefined; onSort: (sort: Sort) => void }) {
  const by = column.sort ?? ''
  const active = sort?.by === by
  const isNumeric = column.align === 'end'
  const Arrow = (active ? sort.descending : isNumeric) ? DownIcon : UpIcon
  return (
    <button
      className={cx('group inline-flex h-24 items-center gap-4 rounded-key', active ? 'text-text' : 'hover:text-text')}
      // The first click sorts amounts and times from the largest and newest, texts from A.
      onClick={() => onSort({ by, descending: active ? !sort.descending : isNumeric })}
      type="button"
    >
      {column.head}
      <Arrow className={active ? '' : isNumeric ? 'hidden' : 'opacity-0 group-hover:opacity-100'} size={14} />
    </button>
  )
}
