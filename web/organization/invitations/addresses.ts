/** Between addresses that were typed or pasted. */
const between = /[\s,;]+/
const shape = /^[^\s@<>,;"]+@[^\s@<>,;".]+(\.[^\s@<>,;".]+)+$/

/** Why an address that was typed gets no invitation. */
export type AddressFault = 'wrong' | 'member' | 'invited'

/** A text of addresses, as single ones in lower case, each once. "Ada <ada@x.example>" is its address. */
export const addressesIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(between)
      .map((part) => part.replace(/^[<"']+|[>"']+$/g, '').toLowerCase())
      .filter((part) => part !== ''),
  ),
]

/** Addresses of a pasted text: names around them ("Ada Byron <ada@x.example>") are left out. */
export function pastedAddresses(text: string): readonly string[] {
  const all = addressesIn(text)
  const whole = all.filter((part) => part.includes('@'))
  return whole.length > 0 ? whole : all
}

/** What is wrong with an address, if anything. */
export function faultOf(address: string, members: ReadonlySet<string>, invited: ReadonlySet<string>): AddressFault | undefined {
  if (!shape.test(address)) return 'wrong'
  if (members.has(address)) return 'member'
  return invited.has(address) ? 'invited' : undefined
}
