import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Merchant } from '#client/index.ts'
import { ask, client, useAct } from '#web/api.ts'
import { placeOf } from '#web/parts/places.ts'
import { creationOf, faultsOf, type ProductFaults, refusedFaults, valuesOf } from '#web/parts/products/form-values.ts'
import { t } from '#web/parts/products/messages.ts'
import { ProductForm, useFaultWords } from '#web/parts/products/product-form.tsx'
import { SettingsFrame, SettingsGroup } from '#web/shell/layouts.tsx'
import { LeaveGuard } from '#web/shell/leave-guard.tsx'
import { Loaded } from '#web/shell/loaded.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'

/** Makes a product, priced in the organization's own currency. */
export default function NewProduct() {
  const organization = useOrganization()
  const merchant = useQuery(ask('organizations', 'get', organization.id))
  return <Loaded query={merchant}>{(found) => <Questions merchant={found} slug={organization.slug} />}</Loaded>
}

function Questions({ merchant, slug }: { merchant: Merchant; slug: string }) {
  const router = useRouter()
  const list = `/dashboard/${slug}/products`
  const [values, setValues] = useState(() => valuesOf(null, undefined, merchant.defaultCurrency))
  const [faults, setFaults] = useState<ProductFaults | null>(null)
  const create = useAct(client.products.create, ['products'])
  const words = useFaultWords(values.currency)
  const left = useRef(false)
  const holds = () =>
    !left.current && (values.name !== '' || values.description !== '' || values.amount !== null || values.pairs.length > 0)
  const submit = async () => {
    const seen = faultsOf(values, words)
    setFaults(seen)
    if (seen !== null) return
    const result = await create.run(creationOf(values, merchant.id))
    if (result === null) return
    if (result.error !== null) return setFaults(refusedFaults(result.error, values, words))
    left.current = true
    toast(t('form.created', { name: result.data.name }))
    router.history.push(placeOf(slug, 'products', result.data.id))
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
        was={null}
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
            <Button busy={create.busy} look="primary" press="mod+s" type="submit">
              {t('form.create')}
            </Button>
          </div>
        </div>
      </ProductForm>
      <LeaveGuard holds={holds} />
    </SettingsFrame>
  )
}
