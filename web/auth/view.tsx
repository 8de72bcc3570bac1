import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { AuthFrame } from '#web/shell/public/auth-frame.tsx'
import { LanguageSwitch } from '#web/shell/public/language-switch.tsx'
import { t } from '#web/shell/public/messages.ts'
import { useOptions } from './options.ts'

// Few sites have them.
const LegalLinks = lazy(() => import('./legal-links.tsx'))

/**
 * The layout of an authentication page; sets the window title. `focusTitle` is for a page that shows a result: its title takes the focus,
 * so that a screen reader announces it when it replaces a form. `late` is content that arrived after the first render: it appears below, in
 * place of the language switch, whose space stays, and moves nothing.
 */
export function View(props: {
  title: string
  lead?: ReactNode
  children?: ReactNode
  beneath?: ReactNode
  late?: ReactNode
  focusTitle?: boolean
}) {
  const { title, focusTitle = false } = props
  const { links } = useOptions()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${t('product')}`
    if (focusTitle) heading.current?.focus()
  }, [title, focusTitle])
  return (
    <AuthFrame
      beneath={props.beneath}
      foot={
        <div className={props.late ? 'invisible' : 'flex flex-wrap justify-center gap-x-24 gap-y-8'}>
          {(links?.terms ?? links?.privacy) && (
            <Suspense>
              <LegalLinks {...links} />
            </Suspense>
          )}
          <LanguageSwitch readers="users" />
        </div>
      }
      heading={heading}
      lead={props.lead}
      product={t('product')}
      title={title}
    >
      {props.children}
      {props.late && <div className="absolute inset-x-0 top-full py-24">{props.late}</div>}
    </AuthFrame>
  )
}
