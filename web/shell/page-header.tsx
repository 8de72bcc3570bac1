import type { ReactNode } from 'react'
import { RightIcon } from '#web/ui/icons/index.ts'

/**
 * Title and actions on one line of 32 px; a breadcrumb above and a lead below do not move the actions. `status` is a `StatusPill` beside
 * the title. `children` are the actions, the primary one last.
 */
export function PageHeader(props: {
  title: ReactNode
  lead?: ReactNode
  status?: ReactNode
  crumb?: { readonly label: string; readonly href: string } | undefined
  children?: ReactNode
}) {
  return (
    <header className="mb-24 grid grid-cols-[minmax(0,1fr)] gap-4 max-wide:mb-16">
      {props.crumb !== undefined && (
        <nav className="text-label">
          <a className="inline-flex items-center gap-4 rounded-key text-muted hover:text-text" href={props.crumb.href}>
            {props.crumb.label}
            <RightIcon className="text-faint" size={14} />
          </a>
        </nav>
      )}
      <div className="flex min-h-32 flex-wrap items-center justify-between gap-x-16 gap-y-8">
        <div className="flex min-w-0 items-center gap-12">
          <h1 className="min-w-0 text-title font-strong tracking-heading [overflow-wrap:anywhere]">{props.title}</h1>
          {props.status}
        </div>
        {props.children !== undefined && <div className="flex flex-wrap items-center gap-8">{props.children}</div>}
      </div>
      {props.lead !== undefined && <p className="max-w-reading text-label text-muted [overflow-wrap:anywhere]">{props.lead}</p>}
    </header>
  )
}
