import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Discount } from '#client/index.ts'
import { apiQuery, client, useAction } from '#web/api.ts'
import { detailHref } from '#web/parts/detail-href.ts'
import { t } from '#web/parts/discounts/messages.ts'
import { DiscountPill } from '#web/parts/discounts/status.tsx'
import { isId } from '#web/parts/single-resource.tsx'
import { useForm } from '#web/parts/use-form.ts'
import { SingleResource, useTitle } from '#web/shell/detail/single-resource.tsx'
import { SettingsFrame } from '#web/shell/layouts.tsx'
import { LeaveGuard } from '#web/shell/leave-guard.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { ActionBar } from '#web/ui/inputs/action-bar.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { DiscountForm } from './discount-form.tsx'
import { changedLabels, changesOf, discountRefusals, discountRules, noteOf, valuesOf } from './discount-values.ts'

const api = getRouteApi('/dashboard/$org/discounts/$id/edit')

/** Edits a discount. */
export default function EditDiscount() {
  const { id } = api.useParams()
  const query = useQuery({ ...apiQuery('discounts', 'get', id), enabled: isId(id) })
  return (
    <SingleResource
      head={t('title')}
      id={id}
      organizationOf={(discount) => discount.organizationId}
      path={`/discounts/${id}/edit`}
      query={query}
    >
      {(discount) => <EditForm discount={discount} key={discount.id} />}
    </SingleResource>
  )
}

function EditForm({ discount }: { discount: Discount }) {
  const { slug } = useOrganization()
  const { locale } = useLanguage()
  const router = useRouter()
  const save = useAction(client.discounts.update, ['discounts'])
  const isDone = useRef(false)
  useTitle(discount.name)
  const first = valuesOf(discount, 'usd')
  const leave = () => {
    isDone.current = true
    router.history.push(detailHref(slug, 'discounts', discount.id))
  }
  const form = useForm({
    initial: first,
    rules: discountRules(locale),
    refusals: discountRefusals,
    send: async (values) => {
      const changes = changesOf(values, discount)
      if (Object.keys(changes).length > 0) return save.run(discount.id, changes)
      leave()
      return null
    },
    onDone: ({ name }) => {
      toast(t('form.saved', { name }))
      leave()
    },
  })
  const changes = changesOf(form.values, discount)
  const changed = changedLabels(changes)
  const head = (
    <PageHeader
      crumb={{ label: t('title'), href: `/dashboard/${slug}/discounts` }}
      status={<DiscountPill discount={discount} />}
      title={discount.name}
    />
  )
  return (
    <SettingsFrame head={head}>
      <DiscountForm form={form} isFrozen={discount.redemptionsCount > 0} isNew={false}>
        <ActionBar busy={form.busy} changes={changed} note={noteOf(changes)} onDiscard={() => form.reset(first)} />
      </DiscountForm>
      <LeaveGuard changes={() => (isDone.current ? [] : changed)} />
    </SettingsFrame>
  )
}
