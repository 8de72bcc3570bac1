import type { ReactNode } from 'react'
import type { Icon } from '../icons/icon.tsx'
import { Card } from './card.tsx'

/**
 * An empty state: what is missing, why it matters, one action, one link. The page header then omits its own button. For a filter without
 * matches use `FilteredEmpty`. `level` 1 if the page has no other title.
 */
export function Empty(props: {
  icon: Icon
  title: string
  text: ReactNode
  action?: ReactNode
  link?: ReactNode
  children?: ReactNode
  level?: 1 | 2 | undefined
}) {
  const { icon: Drawing, title, text, action, link, children } = props
  const Title = `h${props.level ?? 2}` as const
  return (
    <Card>
      <div className="grid justify-items-start gap-24 px-48 pt-48 pb-32 max-wide:px-16 max-wide:pt-24 max-wide:pb-24">
        <span className="grid size-40 place-items-center rounded-card border border-line bg-hover text-muted">
          <Drawing size={20} />
        </span>
        <div className="grid max-w-form gap-4">
          <Title className="text-lead font-strong tracking-heading">{title}</Title>
          <p className="text-body text-muted">{text}</p>
        </div>
        {(action !== undefined || link !== undefined) && (
          <div className="flex flex-wrap items-center gap-x-12 gap-y-8 text-label">
            {action}
            {link}
          </div>
        )}
        {children !== undefined && <div className="mt-8 w-full min-w-0 border-t border-line pt-24">{children}</div>}
      </div>
    </Card>
  )
}

/** Replaces the rows when no row matches the filters. */
export function FilteredEmpty({ title, action }: { title: string; action?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-12 px-16 py-48 text-center text-label text-muted">
      <p>{title}</p>
      {action}
    </div>
  )
}
