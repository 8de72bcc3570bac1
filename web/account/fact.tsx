import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import type { Icon } from '#web/ui/icons/drawn.tsx'

/** What stands in a row: mark (an icon, or a drawing of its own), name, fact; its act is the child. */
export function Fact(props: { icon?: Icon; mark?: ReactNode; name: ReactNode; text?: ReactNode; children?: ReactNode }) {
  const { icon: Drawing, mark } = props
  return (
    <>
      <span className={cx('grid size-32 flex-none place-items-center rounded-control bg-hover', Drawing !== undefined && 'text-muted')}>
        {Drawing === undefined ? mark : <Drawing />}
      </span>
      <div className="grid min-w-0 flex-1 gap-2 py-4">
        <p className="font-strong [overflow-wrap:anywhere]">{props.name}</p>
        {props.text !== undefined && <p className="text-muted [overflow-wrap:anywhere]">{props.text}</p>}
      </div>
      {props.children}
    </>
  )
}
