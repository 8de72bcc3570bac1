import type { Address } from '#client/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { placeLines } from './place-lines.ts'

/** A country's name in the language of the page. */
export function CountryName({ code }: { code: string }) {
  const { locale } = useLanguage()
  return <>{new Intl.DisplayNames(locale, { type: 'region' }).of(code.toUpperCase()) ?? code}</>
}

/** A postal address, one line each. */
export function AddressLines({ address, name }: { address: Address; name?: string | null }) {
  const lines = [name, address.line1, address.line2, ...placeLines(address)].filter((line) => line)
  return (
    <address className="grid text-label not-italic">
      {lines.map((line) => (
        <span className="break-words" key={line}>
          {line}
        </span>
      ))}
      <span>
        <CountryName code={address.country} />
      </span>
    </address>
  )
}
