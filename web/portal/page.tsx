import { type ReactNode, useEffect, useRef } from 'react'
import { LeftIcon } from '#web/ui/icons/index.ts'
import { hasMoved, hrefOf } from './place.ts'
import { usePortal } from './state.tsx'

/** A page: its title, which is focused when the customer moves to it, what stands beside it, and its content. */
export function Page(props: {
  title: string
  lead?: ReactNode
  beside?: ReactNode
  /** The list that the page belongs to. */
  back?: { readonly path: string; readonly label: string }
  children: ReactNode
}) {
  const { title, lead, beside, back, children } = props
  const { shop } = usePortal()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (hasMoved()) heading.current?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    document.title = `${title} · ${shop.organization.name}`
  }, [title, shop])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-24">
      <div className="grid gap-4">
        {back !== undefined && (
          <a
            className="-ml-2 mb-4 inline-flex min-h-24 w-max items-center gap-4 rounded-key text-label text-muted hover:text-text"
            href={hrefOf(back.path)}
          >
            <LeftIcon size={14} />
            {back.label}
          </a>
        )}
        <div className="flex flex-wrap items-center gap-x-12 gap-y-8">
          <h1 className="min-w-0 text-title font-strong tracking-heading outline-none [overflow-wrap:anywhere]" ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {beside}
        </div>
        {lead !== undefined && <p className="text-muted break-words">{lead}</p>}
      </div>
      {children}
    </div>
  )
}

/** A line of what failed, read at once. */
export const Fault = ({ text }: { text: string | null }) =>
  text === null ? null : (
    <p className="text-label text-bad" role="alert">
      {text}
    </p>
  )
