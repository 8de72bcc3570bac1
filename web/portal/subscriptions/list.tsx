import { Card } from '#web/ui/display/card.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { CycleIcon, RightIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { StatusPill } from '#web/ui/text/status.tsx'
import { hasEnded, nextText, priceText, subscriptionStatus } from '../labels.ts'
import { Page } from '../page.tsx'
import { hrefOf } from '../place.ts'
import { tPurchase } from '../purchase-messages.ts'
import { Loaded, useRead } from '../read.tsx'
import { usePortal } from '../state.tsx'

/** All subscriptions: those that run first, then those that have ended. */
export default function SubscriptionList() {
  const { locale } = useLanguage()
  const { api } = usePortal()
  const read = useRead('subscriptions', () => api.subscriptions({ limit: 100 }))
  return (
    <Page title={tPurchase('subscriptions.title')}>
      <Loaded read={read}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon={CycleIcon} text={tPurchase('subscriptions.emptyText')} title={tPurchase('subscriptions.empty')} />
          ) : (
            <Card>
              <ul className="divide-y divide-line">
                {[...items]
                  .sort((a, b) => Number(hasEnded(a)) - Number(hasEnded(b)))
                  .map((each) => {
                    const status = subscriptionStatus(each)
                    return (
                      <li className="relative flex items-center gap-16 px-16 py-16 hover:bg-hover" key={each.id}>
                        <div className="grid min-w-0 flex-1 gap-4">
                          <div className="flex flex-wrap items-center gap-x-12 gap-y-4">
                            <a
                              className="min-w-0 font-strong break-words outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
                              href={hrefOf(`/subscriptions/${each.id}`)}
                            >
                              {each.product.name}
                            </a>
                            <StatusPill tone={status.tone}>{status.word}</StatusPill>
                          </div>
                          <span className="text-label text-muted">{nextText(each, locale)}</span>
                        </div>
                        <span className="text-right text-label tabular-nums max-wide:hidden">{priceText(each, locale)}</span>
                        <RightIcon className="flex-none text-muted" />
                      </li>
                    )
                  })}
              </ul>
            </Card>
          )
        }
      </Loaded>
    </Page>
  )
}
