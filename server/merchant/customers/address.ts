import { z } from 'zod'
import { countryCodes, statesOf } from '#kernel/countries.ts'
import { type Problem, valueProblem } from '#kernel/refusal.ts'

/** A billing address. `country` is ISO 3166-1 alpha-2, `state` ISO 3166-2 with its prefix (`US-CA`). */
export interface Address {
  readonly line1: string | null
  readonly line2: string | null
  readonly postalCode: string | null
  readonly city: string | null
  readonly state: string | null
  readonly country: string
}

/** An address in an answer: every field is present, null where it is unknown. */
export const address = z
  .object({
    line1: z.string().nullable(),
    line2: z.string().nullable(),
    postal_code: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    country: z.string(),
  })
  .meta({ id: 'Address' })

/** The address as JSON. */
export function toAddressWire({ line1, line2, postalCode, city, state, country }: Address): z.output<typeof address> {
  return { line1, line2, postal_code: postalCode, city, state, country }
}

/** The canonical spelling of an address: upper-case codes, the country prefix before a state, null for empty text. */
export function normalizeAddress(address: Address): Address {
  const country = address.country.toUpperCase()
  return {
    line1: normalizeText(address.line1),
    line2: normalizeText(address.line2),
    postalCode: normalizeText(address.postalCode),
    city: normalizeText(address.city),
    state: normalizeState(normalizeText(address.state), country),
    country,
  }
}

/** The problems of a normalized address; `loc` is the location of the address in the input. */
export function addressProblems(address: Address, loc: readonly (string | number)[]): Problem[] {
  const problems: Problem[] = []
  if (!countryCodes.includes(address.country)) problems.push(valueProblem([...loc, 'country'], 'This is not the code of a country.'))
  const known = statesOf(address.country)
  const [prefix, code] = (address.state ?? '').split('-')
  if (known && address.state !== null && (prefix !== address.country || !known.some((state) => state.code === code))) {
    problems.push(valueProblem([...loc, 'state'], 'This is not the code of a state of that country.'))
  }
  return problems
}

function normalizeText(text: string | null): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

function normalizeState(state: string | null, country: string): string | null {
  const known = statesOf(country)
  if (state === null || !known) return state
  const code = state.toUpperCase()
  return known.some((each) => each.code === code) ? `${country}-${code}` : code
}
