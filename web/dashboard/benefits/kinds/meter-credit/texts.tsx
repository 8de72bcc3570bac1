import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/api.ts'
import { tKind } from '#web/parts/benefits/messages.ts'
import { useMay } from '#web/shell/access/permission.ts'
import { Link } from '#web/ui/actions/link.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Id } from '#web/ui/text/id.tsx'
import type { BenefitKindTexts, KindDetailsProps } from '../kind.ts'

/** The texts of units of a meter. */
export const meterCredit: BenefitKindTexts<'meter_credit'> = {
  line: ({ units, rollover }) => {
    const text = tKind('meter_credit.words.units', { count: units })
    return rollover ? `${text}, ${tKind('meter_credit.words.rollover')}` : text
  },
  Details: CreditDetails,
}

function CreditDetails({ properties, place }: KindDetailsProps<'meter_credit'>) {
  const { locale } = useLanguage()
  return (
    <DescriptionList
      items={[
        [tKind('meter_credit.detail.meter'), <MeterName at={place.at} id={properties.meter_id} key="meter" />],
        [tKind('meter_credit.detail.units'), properties.units.toLocaleString(locale)],
        [tKind('meter_credit.detail.rollover'), tKind(properties.rollover ? 'meter_credit.detail.stay' : 'meter_credit.detail.expire')],
      ]}
    />
  )
}

/** The name of the meter with a link, or its id where users cannot read it. */
function MeterName({ id, at }: { id: string; at: string }) {
  const may = useMay()
  const meter = useQuery({ ...apiQuery('meters', 'get', id), enabled: may('meters:read') })
  if (meter.data === undefined) return <Id name={tKind('meter_credit.detail.meter')} value={id} />
  return <Link href={`${at}/usage/meters/${id}`}>{meter.data.name}</Link>
}
