import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Product } from '#client/index.ts'
import { apiQuery, useAction } from '#web/api.ts'
import { detailHref } from '#web/parts/detail-href.ts'
import { t } from '#web/parts/products/messages.ts'
import { ProductPill } from '#web/parts/products/status.tsx'
import { isId } from '#web/parts/single-resource.tsx'
import { SingleResource, useTitle } from '#web/shell/detail/single-resource.tsx'
import { SettingsFrame } from '#web/shell/layouts.tsx'
import { LeaveGuard } from '#web/shell/leave-guard.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { ActionBar } from '#web/ui/inputs/action-bar.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { ProductForm, useProductForm } from './form/product-form.tsx'
import { updateProduct } from './form/save.ts'
import { changedLabels, changesOf, noteOf, valuesOf } from './form/sections.ts'

const api = getRouteApi('/dashboard/$org/products/$id/edit')

/** Edits a product. */
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
  const { locale } = useLanguage()
  const router = useRouter()
  const first = valuesOf(product, 'usd')
  const save = useAction(updateProduct, ['products', 'benefits'])
  const isDone = useRef(false)
  useTitle(product.name)
  const leave = () => {
    isDone.current = true
    router.history.push(detailHref(slug, 'products', product.id))
  }
  const form = useProductForm({
    initial: first,
    send: async (values) => {
      const changes = changesOf(values, product)
      if (Object.keys(changes).length > 0) return save.run(product.id, changes)
      leave()
      return null
    },
    onDone: ({ name }) => {
      toast(t('form.saved', { name }))
      leave()
    },
  })
  const changed = changedLabels(changesOf(form.values, product))
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
      <ProductForm form={form} former={first} product={product}>
        <ActionBar
          busy={form.busy}
          changes={changed}
          note={noteOf(form.values, first, { product, locale })}
          onDiscard={() => form.reset(first)}
        />
      </ProductForm>
      <LeaveGuard changes={() => (isDone.current ? [] : changed)} />
    </SettingsFrame>
  )
}
