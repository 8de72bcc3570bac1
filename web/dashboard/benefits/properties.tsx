import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Benefit } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { expiryText, type PropertiesOf, repositoryName } from '#web/parts/benefits/labels.ts'
import { t } from '#web/parts/benefits/messages.ts'
import { useMay } from '#web/shell/access/permission.ts'
import type { DetailPlace } from '#web/shell/detail/resource-detail.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Id } from '#web/ui/text/id.tsx'

type Items = readonly (readonly [string, ReactNode])[]

/** What a benefit gives, by its kind. */
export function Properties({ benefit, place }: { benefit: Benefit; place: DetailPlace }) {
  const { locale } = useLanguage()
  if (benefit.type === 'custom') return <Note note={benefit.properties.note} />
  return <DescriptionList items={itemsOf(benefit, { place, count: (value) => new Intl.NumberFormat(locale).format(value) })} />
}

function Note({ note }: { note: string | null }) {
  return <p className="max-w-reading text-label break-words whitespace-pre-line">{note ?? t('words.noNote')}</p>
}

interface Context {
  readonly place: DetailPlace
  readonly count: (value: number) => string
}

function itemsOf(benefit: Exclude<Benefit, { readonly type: 'custom' }>, { place, count }: Context): Items {
  switch (benefit.type) {
    case 'license_keys':
      return licenseItems(benefit.properties, count)
    case 'meter_credit':
      return [
        [t('detail.meter'), <MeterName id={benefit.properties.meter_id} key="meter" place={place} />],
        [t('detail.units'), count(benefit.properties.units)],
        [t('detail.rollover'), t(benefit.properties.rollover ? 'detail.stay' : 'detail.expire')],
      ]
    case 'downloadables':
      return [[t('detail.files'), count(benefit.properties.files.length)]]
    case 'discord':
      return [[t('detail.role'), <Id key="role" name={t('detail.role')} value={benefit.properties.role_id} />]]
    case 'github_repository':
      return [
        [t('detail.repository'), repositoryName(benefit.properties)],
        [t('detail.permission'), benefit.properties.permission],
      ]
  }
}

function licenseItems({ prefix, expires, activations, limit_usage }: PropertiesOf<'license_keys'>, count: Context['count']): Items {
  return [
    [t('detail.prefix'), prefix?.toUpperCase() ?? t('detail.noPrefix')],
    [t('detail.expires'), expires === null ? t('detail.never') : expiryText(expires)],
    [t('detail.activations'), activations === null ? t('detail.notActivated') : count(activations.limit)],
    ...(activations === null ? [] : [[t('detail.managed'), t(activations.enable_customer_admin ? 'detail.yes' : 'detail.no')] as const]),
    [t('detail.usage'), limit_usage === null ? t('detail.unlimited') : count(limit_usage)],
  ]
}

/** The name of the meter with a link, or its id where users cannot read it. */
function MeterName({ id, place }: { id: string; place: DetailPlace }) {
  const may = useMay()
  const meter = useQuery({ ...apiQuery('meters', 'get', id), enabled: may('meters:read') })
  if (meter.data === undefined) return <Id name={t('detail.meter')} value={id} />
  return <Link href={`${place.at}/usage/meters/${id}`}>{meter.data.name}</Link>
}
