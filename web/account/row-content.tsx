import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import type { Icon } from '#web/ui/icons/icon.tsx'

/** The content of a row: an icon or a logo, a name and a text; the action is passed as children. */
export function RowContent(props: { icon?: Icon; logo?: ReactNode; name: ReactNode; text?: ReactNode; children?: ReactNode }) {
  const { icon: IconComponent, logo } = props
  return (
    <>
      <span
        className={cx('grid size-32 flex-none place-items-center rounded-control bg-hover', IconComponent !== undefined && 'text-muted')}
      >
        {IconComponent === undefined ? logo : <IconComponent />}
      </span>
      <div className="grid min-w-0 flex-1 gap-2 py-4">
        <p className="font-strong [overflow-wrap:anywhere]">{props.name}</p>
        {props.text !== undefined && <p className="text-muted [overflow-wrap:anywhere]">{props.text}</p>}
      </div>
      {props.children}
    </>
  )
}
