import { type Problem, valueProblem } from '#kernel/refusal.ts'
import { countries, states } from './countries.ts'

/** Where somebody is billed. `country` is ISO 3166-1 alpha-2, `state` ISO 3166-2 with its prefix (`US-CA`). */
export interface Address {
  readonly line1: string | null
  readonly line2: string | null
  readonly postalCode: string | null
  readonly city: string | null
  readonly state: string | null
  readonly country: string
}

/** An address in its one spelling: capitals for codes, the prefix before a state, empty text as none. */
export function settleAddress(given: Address): Address {
  const country = given.country.toUpperCase()
  return {
    line1: settleText(given.line1),
    line2: settleText(given.line2),
    postalCode: settleText(given.postalCode),
    city: settleText(given.city),
    state: settleState(settleText(given.state), country),
    country,
  }
}

/** What is wrong with a settled address, with `loc` as the place of the address in the input. */
export function addressProblems(address: Address, loc: readonly (string | number)[]): Problem[] {
  const problems: Problem[] = []
  if (!countries.has(address.country)) problems.push(valueProblem([...loc, 'country'], 'This is not the code of a country.'))
  const known = states[address.country]
  const [prefix, part] = (address.state ?? '').split('-')
  if (known && address.state !== null && (prefix !== address.country || !known.has(part ?? ''))) {
    problems.push(valueProblem([...loc, 'state'], 'This is not the code of a state of that country.'))
  }
  return problems
}

function settleText(text: string | null): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

function settleState(state: string | null, country: string): string | null {
  const known = states[country]
  if (state === null || !known) return state
  const code = state.toUpperCase()
  return known.has(code) ? `${country}-${code}` : code
}
