import { type ReactNode, useEffect, useRef } from 'react'
import { AuthFrame } from '#web/shell/public/auth-frame.tsx'
import { t } from '#web/shell/public/messages.ts'

/**
 * One of the pages around signing in: names the window by its title. `told` marks a page that says how something went: its title takes the focus, so
 * that a reader hears it when it takes the place of a form. `late` came after the page was drawn: it hangs below and moves nothing.
 */
export function View(props: {
  title: string
  lead?: ReactNode
  children?: ReactNode
  beneath?: ReactNode
  late?: ReactNode
  told?: boolean
}) {
  const { title, told = false } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${t('product')}`
    if (told) heading.current?.focus()
  }, [title, told])
  return (
    <AuthFrame beneath={props.beneath} heading={heading} lead={props.lead} product={t('product')} title={title}>
      {props.children}
      {props.late && <div className="absolute inset-x-0 top-full py-24">{props.late}</div>}
    </AuthFrame>
  )
}
