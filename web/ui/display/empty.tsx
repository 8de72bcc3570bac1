import type { ReactNode } from 'react'
import type { Icon } from '../icons/drawn.tsx'
import { Card } from './card.tsx'

/**
 * A place with nothing in it yet: what is missing, why it matters, one act, one link. The page's head then leaves its own button out. For a filter
 * that finds nothing use `FilteredEmpty`. `level` 1 where the page has no other title.
 */
export function Empty(props: {
  icon: Icon
  title: string
  text: ReactNode
  act?: ReactNode
  link?: ReactNode
  children?: ReactNode
  level?: 1 | 2 | undefined
}) {
  const { icon: Drawing, title, text, act, link, children } = props
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
        {(act !== undefined || link !== undefined) && (
          <div className="flex flex-wrap items-center gap-x-12 gap-y-8 text-label">
            {act}
            {link}
          </div>
        )}
        {children !== undefined && <div className="mt-8 w-full min-w-0 border-t border-line pt-24">{children}</div>}
      </div>
    </Card>
  )
}

/** A filter that finds nothing: says so in the place of the rows. */
export function FilteredEmpty({ title, act }: { title: string; act?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-12 px-16 py-48 text-center text-label text-muted">
      <p>{title}</p>
      {act}
    </div>
  )
}
