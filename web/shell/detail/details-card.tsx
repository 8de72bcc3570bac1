import type { ReactNode } from 'react'
import type { Command } from '#web/command.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { Id } from '#web/ui/text/id.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { useMay } from '../access/permission.ts'
import { t } from './messages.ts'

/** A row of the card of details: an id with the page of what it identifies, or any other value. Rows that are `false` or null are left out. */
export type DetailItem =
  | readonly [name: string, value: ReactNode]
  | readonly [name: string, id: { readonly id: string; readonly href?: string | undefined }]
  | false
  | null

/** The fields that every resource has. */
export interface ResourceFields {
  readonly id: string
  readonly createdAt: string
  readonly modifiedAt: string | null
}

/** The ids of a resource and what it refers to, and its exact times. */
export function DetailsCard({ resource, items }: { resource: ResourceFields; items: readonly DetailItem[] }) {
  const { id, createdAt, modifiedAt } = resource
  const rows: readonly DetailItem[] = [
    [t('id'), { id }],
    ...items,
    [t('created'), <Time as="exact" at={createdAt} key="created" />],
    modifiedAt !== null && [t('changed'), <Time as="exact" at={modifiedAt} key="changed" />],
  ]
  return (
    <Card>
      <CardHead title={t('details')} />
      <CardBody underHead>
        <DescriptionList items={rows.map(toRow)} />
      </CardBody>
    </Card>
  )
}

function toRow(item: DetailItem): readonly [string, ReactNode] | false | null {
  if (item === false || item === null) return item
  const [name, value] = item
  return isReference(value) ? [name, <Id href={value.href} key={value.id} name={name} value={value.id} />] : [name, value]
}

const isReference = (value: ReactNode | { readonly id: string; readonly href?: string | undefined }) =>
  typeof value === 'object' && value !== null && 'id' in value

/** The merchant's own keys and values; without any it is shown only to those who can `edit` them. */
export function MetadataCard({ metadata, edit }: { metadata: Readonly<Record<string, unknown>>; edit: Command | undefined }) {
  const may = useMay()
  const editing = edit !== undefined && may(edit.needs) ? edit : undefined
  const pairs = Object.entries(metadata)
  if (pairs.length === 0 && editing === undefined) return null
  return (
    <Card>
      <CardHead title={t('metadata')}>
        {editing !== undefined && (
          <a className={buttonClass({ variant: 'quiet' })} href={editing.href}>
            {t('edit')}
          </a>
        )}
      </CardHead>
      <CardBody underHead>
        {pairs.length === 0 ? (
          <p className="text-label text-muted">{t('noMetadata')}</p>
        ) : (
          <div className="font-mono text-caption">
            <DescriptionList items={pairs.map(([key, value]) => [key, String(value)] as const)} />
          </div>
        )}
      </CardBody>
    </Card>
  )
}
