import type { ReactNode, Ref } from 'react'
import { Logo } from '#web/ui/text/logo.tsx'

/**
 * One column of 360 px on an empty page: logo, title, lead, then the form. `product` is the name beside the logo; `beneath` is the quiet
 * line below the form, and `foot` is at the end of the page. On narrow screens the column fills the page. `heading` lets the caller focus the title.
 */
export function AuthFrame(props: {
  product: string
  title: string
  lead?: ReactNode
  children: ReactNode
  beneath?: ReactNode
  foot?: ReactNode
  heading?: Ref<HTMLHeadingElement>
}) {
  return (
    <main className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[1fr_auto] place-items-center gap-24 px-24 py-32 max-wide:place-items-start max-wide:py-24">
      <div className="relative mx-auto grid w-360 max-w-full grid-cols-[minmax(0,1fr)] gap-24 max-wide:gap-20">
        <div className="mb-8 flex items-center gap-8 text-lead leading-20">
          <Logo />
          <span className="font-strong">{props.product}</span>
        </div>
        <div className="grid gap-4">
          <h1
            className="text-title font-strong tracking-heading outline-none [overflow-wrap:anywhere] [text-wrap:balance]"
            ref={props.heading}
            tabIndex={-1}
          >
            {props.title}
          </h1>
          {props.lead !== undefined && <p className="text-body text-muted [overflow-wrap:anywhere] [text-wrap:pretty]">{props.lead}</p>}
        </div>
        {props.children}
        {props.beneath !== undefined && (
          <p className="text-center text-label text-muted [overflow-wrap:anywhere] [&_a]:underline [&_a]:decoration-current/40 [&_button]:underline [&_button]:decoration-current/40">
            {props.beneath}
          </p>
        )}
      </div>
      {props.foot}
    </main>
  )
}
