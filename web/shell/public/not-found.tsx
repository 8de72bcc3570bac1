import { buttonClass } from '#web/ui/actions/button.tsx'
import { Logo } from '#web/ui/text/logo.tsx'
import { FullPage } from './full-page.tsx'
import { t } from './messages.ts'
import { tNotFound } from './not-found-messages.ts'

/** Shown for a path without a page, on the public pages. */
export function PublicNotFound() {
  return (
    <FullPage>
      <div className="grid justify-items-start gap-24">
        <span className="flex items-center gap-8 text-lead leading-20 font-strong">
          <Logo />
          {t('product')}
        </span>
        <div className="grid gap-4">
          <h1 className="text-title font-strong tracking-heading">{tNotFound('title')}</h1>
          <p className="text-muted">{tNotFound('text')}</p>
        </div>
        <a className={buttonClass({ variant: 'primary' })} href="/dashboard">
          {tNotFound('home')}
        </a>
      </div>
    </FullPage>
  )
}
