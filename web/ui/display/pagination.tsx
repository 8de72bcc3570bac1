import type { ReactNode } from 'react'
import { IconButton } from '../actions/icon-button.tsx'
import { LeftIcon, RightIcon } from '../icons/index.ts'
import { useLanguage } from '../language.tsx'
import { Key } from '../text/key.tsx'

/**
 * The position in a list: `page` from 1, `limit` per page, `total` in all. `children` is on the left (by default the shortcuts of a table;
 * `selects` false omits the one that selects). The pages show if there are several, the shortcuts if there are several rows. With
 * `isAtLeast` there may be more than `total`: pages go on.
 */
export function Pagination(props: {
  page: number
  limit: number
  total: number
  isAtLeast?: boolean | undefined
  onPage: (page: number) => void
  selects?: boolean | undefined
  children?: ReactNode
}) {
  const { page, limit, total, isAtLeast = false, onPage } = props
  const { translate } = useLanguage()
  const last = Math.max(1, Math.ceil(total / limit))
  const from = total === 0 ? 0 : (page - 1) * limit + 1
  return (
    <div className="flex items-center justify-between gap-16 pt-12 text-label text-muted">
      {props.children ?? (total > 1 && <TableKeys selects={props.selects ?? true} />)}
      {last > 1 && (
        <div className="ml-auto flex items-center gap-12">
          <span className="tabular-nums">
            {translate(isAtLeast ? 'pageRangeAtLeast' : 'pageRange', { from, to: Math.min(page * limit, total), total })}
          </span>
          <span className="flex gap-4">
            <IconButton disabled={page <= 1} icon={LeftIcon} label={translate('previousPage')} onClick={() => onPage(page - 1)} />
            <IconButton
              disabled={page >= last && !isAtLeast}
              icon={RightIcon}
              label={translate('nextPage')}
              onClick={() => onPage(page + 1)}
            />
          </span>
        </div>
      )}
    </div>
  )
}

function TableKeys({ selects }: { selects: boolean }) {
  const { translate } = useLanguage()
  const keys = [
    ['j k', translate('keyMove')],
    ['enter', translate('keyOpen')],
    ...(selects ? ([['x', translate('keySelect')]] as const) : []),
    ['e', translate('keyActions')],
  ] as const
  return (
    <div className="flex items-center gap-16 text-caption max-desk:hidden pointer-coarse:hidden">
      {keys.map(([shortcut, meaning]) => (
        <span className="inline-flex items-center gap-6" key={shortcut}>
          <Key keys={shortcut} /> {meaning}
        </span>
      ))}
    </div>
  )
}
