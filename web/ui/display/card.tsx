import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

/** A card. Contains a `CardHead`, then a `CardBody`, `Rows` or a table. */
export function Card({ children, label, id }: { children: ReactNode; label?: string | undefined; id?: string | undefined }) {
  return (
    <section aria-label={label} className="min-w-0 rounded-card border border-line bg-surface" id={id}>
      {children}
    </section>
  )
}

/**
 * Title left, actions or a quiet detail right. `lined` draws the line above rows and tables. A quiet button aligns with the card's 16 px
 * padding.
 */
export function CardHead({
  title,
  note,
  children,
  lined = false,
}: {
  title: ReactNode
  note?: ReactNode
  children?: ReactNode
  lined?: boolean
}) {
  return (
    <div className={cx('flex min-h-48 items-center justify-between gap-12 py-8 pr-8 pl-16', lined && 'border-b border-line')}>
      <div className="flex min-w-0 flex-wrap items-center gap-x-12 gap-y-2">
        <h2 className="text-body font-strong">{title}</h2>
        {note !== undefined && <div className="text-label text-muted">{note}</div>}
      </div>
      {children !== undefined && (
        <div className={cx('flex flex-none items-center gap-8 text-label text-muted', typeof children === 'string' && 'pr-8')}>
          {children}
        </div>
      )}
    </div>
  )
}

/** The padded content of a card. `underHead` reduces the gap to a `CardHead`. */
export function CardBody({ children, underHead = false }: { children: ReactNode; underHead?: boolean }) {
  return <div className={cx('grid grid-cols-[minmax(0,1fr)] gap-16 px-16 pb-16', underHead ? 'pt-4' : 'pt-16')}>{children}</div>
}

/** The quiet line at the foot of a card. */
export function CardFoot({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-44 flex-wrap items-center justify-between gap-x-12 gap-y-8 border-t border-line px-16 py-8 text-label text-muted">
      {children}
    </div>
  )
}

/** Rows with hairlines between them: one `Row` per item. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line text-label">{children}</ul>
}

export function Row({ children }: { children: ReactNode }) {
  return <li className="flex min-h-44 items-center gap-12 px-16 py-8">{children}</li>
}
