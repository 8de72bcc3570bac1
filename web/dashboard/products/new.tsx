import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Merchant } from '#client/index.ts'
import { apiQuery, client, useAction } from '#web/api.ts'
import { detailHref } from '#web/parts/detail-href.ts'
import { creationOf, faultsFrom, faultsOf, type ProductFaults, valuesOf } from '#web/parts/products/form-values.ts'
import { t } from '#web/parts/products/messages.ts'
import { priceForm } from '#web/parts/products/price-forms.tsx'
import { ProductForm, useFaultMessages } from '#web/parts/products/product-form.tsx'
import { SettingsFrame, SettingsGroup } from '#web/shell/layouts.tsx'
import { LeaveGuard } from '#web/shell/leave-guard.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'

/** Creates a product, priced in the default currency of the organization. */
export default function NewProduct() {
  const organization = useOrganization()
  const merchant = useQuery(apiQuery('organizations', 'get', organization.id))
  return <QueryContent query={merchant}>{(found) => <CreateForm merchant={found} slug={organization.slug} />}</QueryContent>
}

function CreateForm({ merchant, slug }: { merchant: Merchant; slug: string }) {
  const router = useRouter()
  const list = `/dashboard/${slug}/products`
  const [values, setValues] = useState(() => valuesOf(null, undefined, merchant.defaultCurrency))
  const [faults, setFaults] = useState<ProductFaults | null>(null)
  const create = useAction(client.products.create, ['products'])
  const messages = useFaultMessages()
  const isDone = useRef(false)
  const holds = () =>
    !isDone.current &&
    (values.name !== '' || values.description !== '' || !priceForm(values.price.kind).isEmpty(values.price) || values.pairs.length > 0)
  const submit = async () => {
    const found = faultsOf(values, messages)
    setFaults(found)
    if (found !== null) return
    const result = await create.run(creationOf(values, merchant.id))
    if (result === null) return
    if (result.error !== null) return setFaults(faultsFrom(result.error, values, messages))
    isDone.current = true
    toast(t('form.created', { name: result.data.name }))
    router.history.push(detailHref(slug, 'products', result.data.id))
  }
  return (
    <SettingsFrame head={<PageHeader crumb={{ label: t('title'), href: list }} title={t('form.newTitle')} />}>
      <ProductForm
        busy={create.busy}
        faults={faults}
        group={(group) => <SettingsGroup {...group} />}
        onChange={setValues}
        onSubmit={() => void submit()}
        values={values}
        former={null}
      >
        <div className="grid gap-16">
          {faults?.other !== undefined && (
            <Banner alert tone="bad">
              {faults.other}
            </Banner>
          )}
          <div className="flex justify-end gap-8">
            <a className={buttonClass()} href={list}>
              {t('form.cancel')}
            </a>
            <Button busy={create.busy} variant="primary" shortcut="mod+s" type="submit">
              {t('form.create')}
            </Button>
          </div>
        </div>
      </ProductForm>
      <LeaveGuard isDirty={holds} />
    </SettingsFrame>
  )
}
