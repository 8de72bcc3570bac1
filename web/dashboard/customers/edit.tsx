import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Customer } from '#client/index.ts'
import { apiQuery, client, useAction } from '#web/api.ts'
import { t as changeText } from '#web/parts/customers/change-messages.ts'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { t } from '#web/parts/customers/messages.ts'
import { CustomerPill } from '#web/parts/customers/status.tsx'
import { detailHref } from '#web/parts/detail-href.ts'
import { isId } from '#web/parts/single-resource.tsx'
import { useForm } from '#web/parts/use-form.ts'
import { SingleResource, useTitle } from '#web/shell/detail/single-resource.tsx'
import { SettingsFrame } from '#web/shell/layouts.tsx'
import { LeaveGuard } from '#web/shell/leave-guard.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { ActionBar } from '#web/ui/inputs/action-bar.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { CustomerForm } from './customer-form.tsx'
import { changedLabels, changesOf, customerRefusals, customerRules, valuesOf } from './customer-values.ts'

const api = getRouteApi('/dashboard/$org/customers/$id/edit')

/** Edits a customer. */
export default function EditCustomer() {
  const { id } = api.useParams()
  const query = useQuery({ ...apiQuery('customers', 'get', id), enabled: isId(id) })
  return (
    <SingleResource
      head={t('title')}
      id={id}
      organizationOf={(customer) => customer.organizationId}
      path={`/customers/${id}/edit`}
      query={query}
    >
      {(customer) => <EditForm customer={customer} key={customer.id} />}
    </SingleResource>
  )
}

function EditForm({ customer }: { customer: Customer }) {
  const { slug } = useOrganization()
  const router = useRouter()
  const save = useAction(client.customers.update, ['customers', 'orders'])
  const isDone = useRef(false)
  const name = nameOf(customer)
  useTitle(name)
  const first = valuesOf(customer)
  const leave = () => {
    isDone.current = true
    router.history.push(detailHref(slug, 'customers', customer.id))
  }
  const form = useForm({
    initial: first,
    rules: customerRules,
    refusals: customerRefusals,
    send: async (values) => {
      const changes = changesOf(values, customer)
      if (Object.keys(changes).length > 0) return save.run(customer.id, changes)
      leave()
      return null
    },
    onDone: (saved) => {
      toast(changeText('form.saved', { name: nameOf(saved) }))
      leave()
    },
  })
  const changes = changesOf(form.values, customer)
  const changed = changedLabels(changes)
  const head = (
    <PageHeader
      crumb={{ label: t('title'), href: `/dashboard/${slug}/customers` }}
      status={<CustomerPill customer={customer} />}
      title={name}
    />
  )
  return (
    <SettingsFrame head={head}>
      <CustomerForm form={form} hasExternalId={customer.externalId !== null} isNew={false}>
        <ActionBar
          busy={form.busy}
          changes={changed}
          note={'email' in changes ? changeText('form.emailNote') : undefined}
          onDiscard={() => form.reset(first)}
        />
      </CustomerForm>
      <LeaveGuard changes={() => (isDone.current ? [] : changed)} />
    </SettingsFrame>
  )
}
