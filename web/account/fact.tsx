import type { ReactNode } from 'react'
import type { Icon } from '#web/ui/icons/drawn.tsx'

/** What stands in a row: mark, name, fact; its act is the child. */
export function Fact(props: { icon: Icon; name: ReactNode; text: ReactNode; children?: ReactNode }) {
  const { icon: Drawing } = props
  return (
    <>
      <span className="grid size-32 flex-none place-items-center rounded-control bg-hover text-muted">
        <Drawing />
      </span>
      <div className="grid min-w-0 flex-1 gap-2 py-4">
        <p className="font-strong [overflow-wrap:anywhere]">{props.name}</p>
        <p className="text-muted [overflow-wrap:anywhere]">{props.text}</p>
      </div>
      {props.children}
    </>
  )
}
