import { buttonClass } from '#web/ui/actions/button.tsx'
import { BrandMark } from '#web/ui/text/brand.tsx'
import { FullPage } from './full-page.tsx'
import { t } from './messages.ts'
import { lost } from './not-found-messages.ts'

/** An address that leads nowhere, on the public pages. */
export function PublicNotFound() {
  return (
    <FullPage>
      <div className="grid justify-items-start gap-24">
        <span className="flex items-center gap-8 text-lead leading-20 font-strong">
          <BrandMark />
          {t('product')}
        </span>
        <div className="grid gap-4">
          <h1 className="text-title font-strong tracking-heading">{lost('title')}</h1>
          <p className="text-muted">{lost('text')}</p>
        </div>
        <a className={buttonClass({ look: 'primary' })} href="/dashboard">
          {lost('home')}
        </a>
      </div>
    </FullPage>
  )
}
