import { useMemo } from 'react'
import { countries, statesOf } from '#web/parts/checkouts/page/regions.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { t } from './messages.ts'

const ONE_STOP_SHOP = 'EU-OSS'
const FEDERATIONS = ['US', 'CA']

/** The name of a place: a country, a state of one, or the one-stop shop. */
export function usePlaceName(): (place: string) => string {
  const { locale } = useLanguage()
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region' })
    return (place) => {
      if (place === ONE_STOP_SHOP) return t('oneStopShop')
      const country = names.of(place.slice(0, 2)) ?? place
      const state = statesOf(place.slice(0, 2)).find(({ code }) => code === place)
      return state === undefined ? country : `${state.name}, ${country}`
    }
  }, [locale])
}

/** The options of a choice of places: with `shop`, the one-stop shop stands first. */
export function PlaceOptions({ shop = false, states = true }: { shop?: boolean; states?: boolean }) {
  const { locale } = useLanguage()
  const all = useMemo(() => countries(locale), [locale])
  return (
    <>
      <option value="">{t('choose')}</option>
      {shop && <option value={ONE_STOP_SHOP}>{t('oneStopShop')}</option>}
      {all.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
      {states &&
        FEDERATIONS.map((country) => (
          <optgroup key={country} label={all.find(({ code }) => code === country)?.name ?? country}>
            {statesOf(country).map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
    </>
  )
}
