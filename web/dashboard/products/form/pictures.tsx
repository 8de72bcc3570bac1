import { useRef } from 'react'
import type { Product, ProductMedia } from '#client/index.ts'
import { FileDrop } from '#web/parts/files/file-drop.tsx'
import { t } from '#web/parts/files/messages.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { OrderedList } from '#web/ui/inputs/ordered-list.tsx'
import type { ProductSection, SectionProps } from './section.ts'

interface PicturesValues {
  readonly medias: readonly ProductMedia[]
}

const maxPictures = 20

const idsOf = (medias: readonly ProductMedia[]) => medias.map(({ id }) => id)

/** The pictures that buyers see, in order. */
export const pictures: ProductSection<PicturesValues> = {
  title: () => t('pictures.title'),
  text: () => t('pictures.text'),
  valuesOf: (product: Product | null) => ({ medias: product?.medias ?? [] }),
  rules: () => ({}),
  creationOf: ({ medias }) => ({ medias: idsOf(medias) }),
  changesOf: ({ medias }, product) => (idsOf(medias).join() === idsOf(product.medias).join() ? {} : { medias: idsOf(medias) }),
  labels: { medias: () => t('pictures.title') },
  reach: 'buyers',
  Fields: PictureFields,
}

function PictureFields({ form }: SectionProps<PicturesValues>) {
  const { id } = useOrganization()
  const { medias } = form.values
  // Uploads end later than the render in which they started.
  const latest = useRef(medias)
  latest.current = medias
  const fault = form.field('medias').error
  return (
    <>
      {medias.length > 0 && (
        <OrderedList items={medias} label={t('pictures.label')} nameOf={({ name }) => name} onChange={(next) => form.set({ medias: next })}>
          {(media) => (
            <span className="flex min-w-0 items-center gap-12 text-label">
              <img alt="" className="size-40 flex-none rounded-control border border-line object-cover" src={media.publicUrl} />
              <span className="grid min-w-0">
                <span className="truncate">{media.name}</span>
                <span className="text-caption text-muted">{media.sizeReadable}</span>
              </span>
            </span>
          )}
        </OrderedList>
      )}
      <FileDrop
        max={maxPictures - medias.length}
        onUploaded={(file) => {
          if (file.service === 'product_media') form.set({ medias: [...latest.current, file] })
        }}
        organizationId={id}
        service="product_media"
      />
      {fault !== undefined && <p className="text-caption text-bad">{fault}</p>}
    </>
  )
}
