import type { MouseEvent } from 'react'
import { IconButton } from '../actions/icon-button.tsx'
import { cx } from '../cx.ts'
import { DotsIcon } from '../icons/index.ts'
import { BareCheckbox } from '../inputs/checkbox.tsx'
import { useLanguage } from '../language.tsx'
import type { Point } from '../overlays/position.ts'
import type { Column } from './table.tsx'

/** One row of a `Table`. A click anywhere opens it; the first cell contains a real link, so that a middle click opens a new tab. */
export function TableRow<R>(props: {
  id: string
  name: string
  row: R
  columns: readonly Column<R>[]
  href: string | undefined
  selected: boolean
  onSelect: (() => void) | undefined
  onActions: ((at: Element | Point) => void) | undefined
  isMenuOpen: boolean
  dense: boolean
}) {
  const { id, name, row, columns, href, selected, onSelect, onActions, isMenuOpen, dense } = props
  const { translate } = useLanguage()
  const second = columns.filter(({ narrow }) => narrow === 'second')
  const cell = cx(
    'px-12 whitespace-nowrap border-line not-group-last/row:border-b first:pl-16 last:pr-16 group-hover/row:bg-hover group-has-[[data-row-link]:focus-visible]/row:bg-hover',
    dense ? 'h-36' : 'h-44',
    second.length > 0 && 'max-wide:h-64',
    (selected || isMenuOpen) && 'bg-hover',
  )
  const edge = cx(
    'relative before:absolute before:inset-y-0 before:left-0 before:w-2 before:bg-accent group-has-[[data-row-link]:focus-visible]/row:before:opacity-100',
    selected || isMenuOpen ? 'before:opacity-100' : 'before:opacity-0',
  )
  return (
    <tr
      aria-selected={onSelect === undefined ? undefined : selected}
      className={cx('group/row', href !== undefined && 'cursor-pointer')}
      data-row={id}
      onClick={openRow}
      onContextMenu={
        onActions === undefined
          ? undefined
          : (event) => {
              event.preventDefault()
              onActions({ x: event.clientX, y: event.clientY })
            }
      }
    >
      {onSelect !== undefined && (
        <td className={cx(cell, edge, 'w-44 max-wide:hidden')}>
          <BareCheckbox aria-label={translate('selectRow', { name })} checked={selected} onChange={onSelect} />
        </td>
      )}
      {columns.map((column, at) => (
        <td
          className={cx(
            cell,
            at === 0 && onSelect === undefined && edge,
            at === 0 && 'max-w-0 font-strong max-wide:w-full wide:max-w-320',
            column.align === 'end' && 'text-right tabular-nums',
            column.quiet && 'text-muted',
            column.narrow !== undefined && 'max-wide:hidden',
            column.apart && 'wide:pl-40',
          )}
          key={column.id}
        >
          {at > 0 || href === undefined ? (
            <div className={at === 0 ? 'truncate' : undefined}>{column.cell(row)}</div>
          ) : (
            // As wide as its content, but shrinks before the table overflows its card.
            <a className="grid grid-cols-[minmax(0,max-content)] outline-none" data-row-link href={href}>
              <span className="block truncate">{column.cell(row)}</span>
            </a>
          )}
          {at === 0 && second.length > 0 && <SecondLine columns={second} row={row} />}
        </td>
      ))}
      {onActions !== undefined && (
        <td className={cx(cell, 'w-44 px-8 text-right max-wide:pr-4! max-wide:pl-0')}>
          <IconButton
            aria-expanded={isMenuOpen}
            aria-haspopup="menu"
            data-row-actions
            hint={false}
            icon={DotsIcon}
            label={translate('rowActions', { name })}
            onClick={(event) => onActions(event.currentTarget)}
          />
        </td>
      )}
    </tr>
  )
}

/** On narrow screens, what else identifies the row. */
function SecondLine<R>({ columns, row }: { columns: readonly Column<R>[]; row: R }) {
  return (
    <div className="flex min-w-0 gap-6 text-caption font-regular text-muted wide:hidden">
      {columns.map((column, at) => (
        <span className={cx('truncate', at > 0 && 'flex-none before:mr-6 before:content-["·"]')} key={column.id}>
          {column.cell(row)}
        </span>
      ))}
    </div>
  )
}

function openRow(event: MouseEvent<HTMLTableRowElement>): void {
  if ((event.target as Element).closest('a, button, input, label, summary, [popover]') !== null || window.getSelection()?.type === 'Range')
    return
  const { metaKey, ctrlKey, shiftKey } = event
  event.currentTarget
    .querySelector('[data-row-link]')
    ?.dispatchEvent(new globalThis.MouseEvent('click', { metaKey, ctrlKey, shiftKey, bubbles: true, cancelable: true }))
}
