import { buttonClass } from '#web/ui/actions/button.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import type { Subscription } from '../api.ts'
import { needsAccount, providerNames, providerOf } from '../benefits/grant.ts'
import { t } from '../messages.ts'
import { hrefOf } from '../place.ts'
import { useGrants } from '../use-grants.ts'
import { dateText } from '../words.ts'

/** What waits for the customer: a payment that failed, and an account to be linked. */
export function Attention({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  const { locale } = useLanguage()
  const grants = useGrants()
  const overdue = subscriptions.filter(({ status }) => status === 'past_due' || status === 'unpaid')
  const waiting = (grants.data?.items ?? []).filter(needsAccount)
  if (overdue.length + waiting.length === 0) return null
  return (
    <section aria-label={t('overview.attention')} className="grid gap-8">
      {overdue.map(({ id, product, nextPaymentAttemptAt: next }) => (
        <Task action={t('overview.updateCard')} href={hrefOf('/settings#methods')} key={id} tone="bad">
          <b className="font-strong text-text">{t('overview.overdue', { product: product.name })}</b>{' '}
          {next === null ? t('overview.overdueLast') : t('overview.overdueNext', { date: dateText(next, locale) })}
        </Task>
      ))}
      {waiting.map((grant) => {
        const provider = providerNames[providerOf(grant) ?? 'discord']
        return (
          <Task action={t('overview.linkAction', { provider })} href={hrefOf('/benefits')} key={grant.id} tone="warn">
            <b className="font-strong text-text">{t('overview.link', { benefit: grant.benefit.description, provider })}</b>{' '}
            {t('overview.linkText')}
          </Task>
        )
      })}
    </section>
  )
}

/** What is to be done, with the button that leads there: beside it, below it on narrow screens. */
function Task({ tone, action, href, children }: { tone: 'bad' | 'warn'; action: string; href: string; children: React.ReactNode }) {
  return (
    <Banner tone={tone}>
      <div className="flex flex-wrap items-center justify-between gap-x-16 gap-y-8">
        <p className="min-w-0 flex-1 basis-240 break-words">{children}</p>
        <a className={`${buttonClass()} max-wide:w-full`} href={href}>
          {action}
        </a>
      </div>
    </Banner>
  )
}
