import type { ReactNode } from 'react'

/** The layout of a list: header, filters, table, pagination. */
export function ListPage({
  head,
  filters,
  children,
  foot,
}: {
  head: ReactNode
  filters?: ReactNode
  children: ReactNode
  foot?: ReactNode
}) {
  return (
    <>
      {head}
      {filters}
      {children}
      {foot}
    </>
  )
}

/**
 * The layout of one resource: its content in the main column, details and ids in the aside (320 px), which is below it on narrow screens.
 */
export function DetailLayout({ head, children, aside }: { head: ReactNode; children: ReactNode; aside: ReactNode }) {
  return (
    <>
      {head}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-24 desk:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-24">{children}</div>
        <aside className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-24">{aside}</aside>
      </div>
    </>
  )
}

/** The layout of settings: groups below each other, 48 px apart. */
export function SettingsFrame({ head, children }: { head: ReactNode; children: ReactNode }) {
  return (
    <>
      {head}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-48 max-wide:gap-32">{children}</div>
    </>
  )
}

/** One group of settings: title and text left, cards right; below each other on narrow screens. */
export function SettingsGroup({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-x-32 gap-y-12 desk:grid-cols-[224px_minmax(0,1fr)]">
      <div className="grid content-start gap-4 pt-2">
        <h2 className="text-body font-strong">{title}</h2>
        {text !== undefined && <p className="text-caption text-muted">{text}</p>}
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-16">{children}</div>
    </section>
  )
}
