import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { client, useAction } from '#web/api.ts'
import { t as changeText } from '#web/parts/customers/change-messages.ts'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { t } from '#web/parts/customers/messages.ts'
import { detailHref } from '#web/parts/detail-href.ts'
import { useForm } from '#web/parts/use-form.ts'
import { SettingsFrame } from '#web/shell/layouts.tsx'
import { LeaveGuard } from '#web/shell/leave-guard.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { ShortcutButton } from '#web/ui/actions/shortcut-button.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { CustomerForm } from './customer-form.tsx'
import { creationOf, customerRefusals, customerRules, valuesOf } from './customer-values.ts'

/** Creates a customer, before its first purchase. */
export default function NewCustomer() {
  const { id, slug } = useOrganization()
  const router = useRouter()
  const list = `/dashboard/${slug}/customers`
  const create = useAction(client.customers.create, ['customers'])
  const isDone = useRef(false)
  const form = useForm({
    initial: () => valuesOf(null),
    rules: customerRules,
    refusals: customerRefusals,
    send: (values) => create.run(creationOf(values, id)),
    onDone: (customer) => {
      isDone.current = true
      toast(changeText('form.created', { name: nameOf(customer) }))
      router.history.push(detailHref(slug, 'customers', customer.id))
    },
  })
  return (
    <SettingsFrame head={<PageHeader crumb={{ label: t('title'), href: list }} title={changeText('form.newTitle')} />}>
      <CustomerForm form={form} hasExternalId={false} isNew>
        <div className="flex justify-end gap-8">
          <a className={buttonClass()} href={list}>
            {changeText('form.cancel')}
          </a>
          <ShortcutButton busy={form.busy} shortcut="mod+s" type="submit" variant="primary">
            {changeText('form.create')}
          </ShortcutButton>
        </div>
      </CustomerForm>
      <LeaveGuard changes={() => (isDone.current || form.values.email === '' ? [] : [changeText('form.email')])} />
    </SettingsFrame>
  )
}
