import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '#web/api.ts'
import { t } from '#web/parts/products/messages.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { Code } from '#web/ui/display/code.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { BoxIcon, ListIcon } from '#web/ui/icons/index.ts'

/** Shown before the first product: explains products, and how to create one here and through the API. */
export function NoProducts({ action }: { action: ReactNode }) {
  const organization = useOrganization()
  const merchant = useQuery(apiQuery('organizations', 'get', organization.id))
  const currency = merchant.data?.defaultCurrency ?? 'usd'
  const url = `${location.origin}/v1/products/`
  const lines = [
    `curl ${url} \\`,
    `  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\`,
    `  -d '{ "name": "Template Library", "recurring_interval": null,`,
    `        "prices": [{ "amount_type": "fixed", "price_amount": 8900, "price_currency": "${currency}" }] }'`,
  ]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-24">
      <Empty action={action} icon={BoxIcon} text={t('empty.text')} title={t('empty.title')} />
      <section className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <h2 className="flex h-32 items-center gap-8 text-label font-strong">
          <ListIcon className="text-muted" />
          {t('empty.code')}
        </h2>
        <Code name={t('empty.code')} text={lines.join('\n')}>
          <span className="text-accent">curl</span> {url} <span className="text-muted">\</span>
          {'\n  -H '}
          <span className="text-good">"Authorization: Bearer $TOKEN"</span>
          {' -H '}
          <span className="text-good">"Content-Type: application/json"</span> <span className="text-muted">\</span>
          {'\n  -d '}
          <span className="text-good">{`${lines[2]?.slice(5)}\n${lines[3]}`}</span>
        </Code>
      </section>
    </div>
  )
}
