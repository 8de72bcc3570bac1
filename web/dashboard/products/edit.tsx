import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Product, ProductUpdate } from '#client/index.ts'
import { apiQuery, client, useAction } from '#web/api.ts'
import { detailHref } from '#web/parts/detail-href.ts'
import { changesOf, faultsFrom, faultsOf, type ProductFaults, valuesOf } from '#web/parts/products/form-values.ts'
import { t } from '#web/parts/products/messages.ts'
import { priceOf } from '#web/parts/products/price.tsx'
import { type PriceValues, priceForm } from '#web/parts/products/price-forms.tsx'
import { ProductForm, useFaultMessages } from '#web/parts/products/product-form.tsx'
import { ProductPill } from '#web/parts/products/status.tsx'
import { isId } from '#web/parts/single-resource.tsx'
import { SingleResource, useTitle } from '#web/shell/detail/single-resource.tsx'
import { SettingsFrame, SettingsGroup } from '#web/shell/layouts.tsx'
import { LeaveGuard } from '#web/shell/leave-guard.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { ActionBar } from '#web/ui/inputs/action-bar.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'

const api = getRouteApi('/dashboard/$org/products/$id/edit')

/** Edits a product: name, description, price and metadata. */
export default function EditProduct() {
  const { id } = api.useParams()
  const query = useQuery({ ...apiQuery('products', 'get', id), enabled: isId(id) })
  return (
    <SingleResource
      head={t('title')}
      id={id}
      organizationOf={(product) => product.organizationId}
      path={`/products/${id}/edit`}
      query={query}
    >
      {(product) => <EditForm key={product.id} product={product} />}
    </SingleResource>
  )
}

function EditForm({ product }: { product: Product }) {
  const { slug } = useOrganization()
  const router = useRouter()
  const href = detailHref(slug, 'products', product.id)
  const price = priceOf(product)
  const first = valuesOf(product, price, price?.priceCurrency ?? 'usd')
  const [values, setValues] = useState(first)
  const [faults, setFaults] = useState<ProductFaults | null>(null)
  const save = useAction(client.products.update, ['products'])
  const messages = useFaultMessages()
  const isDone = useRef(false)
  const changes = changesOf(values, product, price)
  const count = Object.keys(changes).length
  useTitle(product.name)
  const submit = async () => {
    const found = faultsOf(values, messages)
    setFaults(found)
    if (found !== null) return
    if (count > 0) {
      const result = await save.run(product.id, changes)
      if (result === null) return
      if (result.error !== null) return setFaults(faultsFrom(result.error, values, messages))
      toast(t('form.saved', { name: result.data.name }))
    }
    isDone.current = true
    router.history.push(href)
  }
  const discard = () => {
    setValues(first)
    setFaults(null)
  }
  return (
    <SettingsFrame
      head={
        <PageHeader
          crumb={{ label: t('title'), href: `/dashboard/${slug}/products` }}
          status={<ProductPill product={product} />}
          title={product.name}
        />
      }
    >
      <ProductForm
        busy={save.busy}
        faults={faults}
        group={(group) => <SettingsGroup {...group} />}
        onChange={setValues}
        onSubmit={() => void submit()}
        values={values}
        former={first.price}
      >
        {faults?.other !== undefined && (
          <Banner alert tone="bad">
            {faults.other}
          </Banner>
        )}
        <SaveBar busy={save.busy} changes={changes} former={first.price} onDiscard={discard} price={values.price} />
      </ProductForm>
      <LeaveGuard isDirty={() => !isDone.current && count > 0} />
    </SettingsFrame>
  )
}

function SaveBar(props: { changes: ProductUpdate; price: PriceValues; former: PriceValues; busy: boolean; onDiscard: () => void }) {
  const { changes } = props
  const { locale } = useLanguage()
  const count = Object.keys(changes).length
  const [from, to] = [props.former, props.price].map((price) => priceForm(price.kind).textOf(price, locale))
  const isChanged = changes.prices !== undefined && from !== undefined && to !== undefined
  const note = isChanged ? t('form.priceNote', { from, to }) : undefined
  return <ActionBar busy={props.busy} note={note} onDiscard={props.onDiscard} open={count > 0} title={t('form.changes', { count })} />
}
