import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Merchant } from '#client/index.ts'
import { apiQuery, client, useAction } from '#web/api.ts'
import { detailHref } from '#web/parts/detail-href.ts'
import { t } from '#web/parts/discounts/messages.ts'
import { useForm } from '#web/parts/use-form.ts'
import { SettingsFrame } from '#web/shell/layouts.tsx'
import { LeaveGuard } from '#web/shell/leave-guard.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { ShortcutButton } from '#web/ui/actions/shortcut-button.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { DiscountForm } from './discount-form.tsx'
import { creationOf, discountRefusals, discountRules, valuesOf } from './discount-values.ts'

/** Creates a discount; its amount is in the default currency of the organization. */
export default function NewDiscount() {
  const organization = useOrganization()
  const merchant = useQuery(apiQuery('organizations', 'get', organization.id))
  return <QueryContent query={merchant}>{(found) => <CreateForm merchant={found} slug={organization.slug} />}</QueryContent>
}

function CreateForm({ merchant, slug }: { merchant: Merchant; slug: string }) {
  const { locale } = useLanguage()
  const router = useRouter()
  const list = `/dashboard/${slug}/discounts`
  const create = useAction(client.discounts.create, ['discounts'])
  const isDone = useRef(false)
  const form = useForm({
    initial: () => valuesOf(null, merchant.defaultCurrency),
    rules: discountRules(locale),
    refusals: discountRefusals,
    send: (values) => create.run(creationOf(values, merchant.id)),
    onDone: (discount) => {
      isDone.current = true
      toast(t('form.created', { name: discount.name }))
      router.history.push(detailHref(slug, 'discounts', discount.id))
    },
  })
  return (
    <SettingsFrame head={<PageHeader crumb={{ label: t('title'), href: list }} title={t('form.newTitle')} />}>
      <DiscountForm form={form} isFrozen={false} isNew>
        <div className="flex justify-end gap-8">
          <a className={buttonClass()} href={list}>
            {t('form.cancel')}
          </a>
          <ShortcutButton busy={form.busy} shortcut="mod+s" type="submit" variant="primary">
            {t('form.create')}
          </ShortcutButton>
        </div>
      </DiscountForm>
      <LeaveGuard changes={() => (isDone.current || form.values.name === '' ? [] : [t('form.name')])} />
    </SettingsFrame>
  )
}
