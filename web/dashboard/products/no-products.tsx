import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ask } from '#web/api.ts'
import { t } from '#web/parts/products/messages.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { Code } from '#web/ui/display/code.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { BoxIcon, ListIcon } from '#web/ui/icons/index.ts'

/** Before the first product: what one is, how to make it here, and the same from code. */
export function NoProducts({ act }: { act: ReactNode }) {
  const organization = useOrganization()
  const merchant = useQuery(ask('organizations', 'get', organization.id))
  const currency = merchant.data?.defaultCurrency ?? 'usd'
  const address = `${location.origin}/v1/products/`
  const lines = [
    `curl ${address} \\`,
    `  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\`,
    `  -d '{ "name": "Template Library", "recurring_interval": null,`,
    `        "prices": [{ "amount_type": "fixed", "price_amount": 8900, "price_currency": "${currency}" }] }'`,
  ]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-24">
      <Empty act={act} icon={BoxIcon} text={t('empty.text')} title={t('empty.title')} />
      <section className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <h2 className="flex h-32 items-center gap-8 text-label font-strong">
          <ListIcon className="text-muted" />
          {t('empty.code')}
        </h2>
        <Code name={t('empty.code')} text={lines.join('\n')}>
          <span className="text-accent">curl</span> {address} <span className="text-muted">\</span>
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
