import type { ReactNode } from 'react'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import type { Subscription } from '../api.ts'
import { needsAccount, providerNames, providerOf } from '../benefits/grant.ts'
import { t } from '../messages.ts'
import { isOverdue, Overdue } from '../payments/overdue.tsx'
import { hrefOf } from '../place.ts'
import { useGrants } from '../use-grants.ts'

/** The tasks that wait for the customer: a payment that failed, and an account to be linked. */
export function Attention({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  const grants = useGrants()
  const overdue = subscriptions.filter(isOverdue)
  const waiting = (grants.data?.items ?? []).filter(needsAccount)
  if (overdue.length + waiting.length === 0) return null
  return (
    <section aria-label={t('overview.attention')} className="grid gap-8">
      {overdue.map((each) => (
        <Overdue key={each.id} subscription={each} />
      ))}
      {waiting.map((grant) => {
        const provider = providerNames[providerOf(grant) ?? 'discord']
        return (
          <Task action={t('overview.linkAction', { provider })} href={hrefOf('/benefits')} key={grant.id}>
            <b className="font-strong text-text">{t('overview.link', { benefit: grant.benefit.description, provider })}</b>{' '}
            {t('overview.linkText')}
          </Task>
        )
      })}
    </section>
  )
}

/** A task, with the button that leads there: beside it, below it on narrow screens. */
function Task({ action, href, children }: { action: string; href: string; children: ReactNode }) {
  return (
    <Banner tone="warn">
      <div className="flex flex-wrap items-center justify-between gap-x-16 gap-y-8">
        <p className="min-w-0 flex-1 basis-240 break-words">{children}</p>
        <a className={`${buttonClass()} max-wide:w-full`} href={href}>
          {action}
        </a>
      </div>
    </Banner>
  )
}
