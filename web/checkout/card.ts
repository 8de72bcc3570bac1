// Cards of the sandbox. In test mode a number that is no test card is refused in the page, so that no real one ever leaves it.

/** The number that succeeds, as people write it. */
export const TEST_CARD = '4242 4242 4242 4242'

/** Test cards by what they do: succeed, be declined, ask for a further action. */
const testCards = new Set(['4242424242424242', '4000000000000002', '4000002500003155'])

/** The digits of what was typed. */
export const digitsOf = (typed: string): string => typed.replace(/\D/g, '')

/** A card number in groups of four while it is typed. */
export function groupedCard(typed: string): string {
  return digitsOf(typed)
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** `MM / YY` while it is typed; a first digit above 1 is a month of one digit. */
export function groupedExpiry(typed: string): string {
  const digits = digitsOf(typed).slice(0, 4)
  const full = /^[2-9]/.test(digits) ? `0${digits}`.slice(0, 4) : digits
  return full.length > 2 ? `${full.slice(0, 2)} / ${full.slice(2)}` : full
}

/** Whether the month and year lie ahead of `now` or are the present ones. */
export function isAhead(typed: string, now: Date): boolean {
  const digits = digitsOf(typed)
  const month = Number(digits.slice(0, 2))
  if (digits.length !== 4 || month < 1 || month > 12) return false
  const last = (2000 + Number(digits.slice(2))) * 12 + month
  return last >= now.getFullYear() * 12 + now.getMonth() + 1
}

/** What is wrong with a typed card number: not whole (length and check digit), or no test card. */
export function cardFault(typed: string): 'incomplete' | 'not-a-test-card' | null {
  const digits = digitsOf(typed)
  if (digits.length < 12 || !passesCheckDigit(digits)) return 'incomplete'
  return testCards.has(digits) ? null : 'not-a-test-card'
}

/** What the sandbox processor knows a test card by. */
export const sandboxToken = (typed: string): string => `sandbox_${digitsOf(typed)}`

function passesCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
